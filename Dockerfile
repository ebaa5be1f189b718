# syntax=docker/dockerfile:1
# One image for each process and each frontend:
#   docker build --build-arg WORKSPACE=services/books -t inkbear-books .
#   docker build --build-arg WORKSPACE=gateway -t inkbear-gateway .
#   docker build --build-arg WORKSPACE=packages/operations -t inkbear-operations .   # backup and restore
#   docker build --target frontend --build-arg WORKSPACE=frontends/author -t inkbear-frontend-author .
# scripts/pack.mjs creates the content of an image; it also runs without Docker.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# Only the files that npm needs, so that a change of sources does not repeat the installation.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /manifests
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS packed
WORKDIR /src
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
ARG WORKSPACE
RUN node scripts/pack.mjs "${WORKSPACE:?say which one: services/<name>, gateway or frontends/<name>}" /packed

FROM ${NODE_IMAGE} AS base
# Processes write only to /tmp, and their user owns no file. npm and yarn are not needed at run time.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-* /usr/local/bin/yarn /usr/local/bin/yarnpkg \
  && groupadd --gid 10001 inkbear && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /tmp --shell /usr/sbin/nologin inkbear
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /app
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGTERM
# Node is process 1, so it receives the signals.
ENTRYPOINT ["/usr/local/bin/node"]
CMD ["--no-warnings", "dist/main.js"]

FROM base AS frontend
COPY --from=packed /packed ./
ARG WORKSPACE
ENV FRONTEND_FOLDER=/app/frontend

# The last stage is the default one. `docker run … dist/main.js migrate` migrates a service's database,
# `docker run … dist/main.js ops dead-letters` lists the events that it could not handle.
FROM base AS server
COPY --from=packed /packed ./
