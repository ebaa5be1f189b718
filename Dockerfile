# syntax=docker/dockerfile:1
# One image for each process and each frontend:
#   docker build --build-arg WORKSPACE=services/books -t inkbear-books .
#   docker build --build-arg WORKSPACE=gateway -t inkbear-gateway .
#   docker build --build-arg WORKSPACE=packages/operations -t inkbear-operations .   # backup and restore
#   docker build --target frontend --build-arg WORKSPACE=frontends/author -t inkbear-frontend-author .
# The source maps of an image, for scripts/resolve-stack.mjs:
#   docker build --target maps --build-arg WORKSPACE=services/books --output maps/books .
# scripts/image-root.mjs creates the layer that all images share, scripts/pack.mjs the layer of one; both also run without
# Docker (docs/how-to/build-images.md).
ARG NODE_IMAGE=node:24.21.0-bookworm

# Only the files that npm needs, so that a change of sources does not repeat the installation.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /manifests
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS installed
WORKDIR /src
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund

FROM installed AS root
COPY scripts/image-root.mjs scripts/install.mjs scripts/
RUN node scripts/image-root.mjs /image-root

FROM installed AS packed
COPY . .
ARG WORKSPACE
RUN node scripts/pack.mjs "${WORKSPACE:?say which one: services/<name>, gateway, packages/operations or frontends/<name>}" /packed

FROM scratch AS maps
COPY --from=packed /packed-maps /

FROM scratch AS base
COPY --from=root /image-root /
ENV PATH=/usr/local/bin NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /app
# Processes write only to /tmp, and their user owns no file.
USER 10001:10001
EXPOSE 8080 9464
STOPSIGNAL SIGTERM
# Node is process 1, so it receives the signals.
ENTRYPOINT ["/usr/local/bin/node"]
# One thread of V8 beside the event loop: more would delay requests of all processes that share a processor.
CMD ["--no-warnings", "--v8-pool-size=1", "dist/main.js"]
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title=Inkbear org.opencontainers.image.version=${VERSION} org.opencontainers.image.revision=${REVISION}

FROM base AS frontend
COPY --from=packed /packed ./
ENV FRONTEND_FOLDER=/app/frontend

# The last stage is the default one. `docker run … dist/main.js migrate` migrates a service's database,
# `docker run … dist/main.js ops dead-letters` lists the events that it could not handle.
FROM base AS server
COPY --from=packed /packed ./
