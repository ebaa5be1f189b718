import { readPath } from '@inkbear/web-kit/read.ts';
import type { PageLoaderArgs, PageManifest, PageModule, Remote } from '@inkbear/web-kit/remote-contract.ts';
import { sessionHint } from '@inkbear/web-kit/session-hint.ts';
import { sessionQuery } from '@inkbear/web-kit/session.tsx';
import type { QueryClient } from '@tanstack/react-query';
import { data, type HydrationState, Navigate, Outlet, type RouteObject, useLoaderData } from 'react-router-dom';
import { PageFallback } from '../skeleton/page-fallback.tsx';
import { findPage, listManifests, listRedirects } from './manifests.ts';
import { PageError } from './page-error.tsx';
import { isAnotherPageOrRetry, pageRoute, redirectVisitor } from './page-route.tsx';
import { getRemote } from './remote-entries.ts';

/** The routes of all registered remotes. A layout route loads a remote's code, its children load their pages. */
export function remoteRoutes(client: QueryClient): RouteObject[] {
  return listManifests().map(([name, { pages }]) => ({
    id: name,
    loader: ({ request }) => {
      const found = findPage(new URL(request.url).pathname);
      if (found) redirectVisitor(found.page, request);
      return getRemote(name);
    },
    shouldRevalidate: isAnotherPageOrRetry,
    Component: RemoteLayout,
    ErrorBoundary: PageError,
    HydrateFallback: PageFallback,
    children: pages.map((page) => ({
      ...pageRoute(page, (args) => openPage(name, page, { ...args, client })),
      id: routeId(name, page),
    })),
  }));
}

/** The redirects of all manifests as routes. */
export const redirectRoutes = (): RouteObject[] =>
  listRedirects().map(([path, to]) => ({ path, element: <Navigate replace to={to} /> }));

/** The data with which the router renders a page without running loaders; null when no remote has this page. */
export async function loadPage(pathname: string): Promise<HydrationState | null> {
  const found = findPage(pathname);
  if (found === null) return null;
  const remote = await getRemote(found.remote);
  return hydrationOf(found.remote, remote, found.page);
}

export async function hydrationOf(name: string, remote: Remote, page: PageManifest): Promise<HydrationState> {
  return { loaderData: { [name]: remote, [routeId(name, page)]: await moduleOf(remote, page) } };
}

const routeId = (name: string, { path }: PageManifest): string => `${name}:${path}`;

async function openPage(name: string, page: PageManifest, args: PageLoaderArgs): Promise<PageModule> {
  prefetchReplies(page, args);
  const module = await moduleOf(await getRemote(name), page);
  await module.loader?.(args);
  return module;
}

/** Requests the page's first replies while its code loads. The page retries a failed request and shows the error. */
function prefetchReplies({ reads = [] }: PageManifest, { client, params }: PageLoaderArgs): void {
  if (!sessionHint.isSet()) return;
  void client.prefetchQuery(sessionQuery);
  for (const path of reads) void client.prefetchQuery(readPath(path, params));
}

async function moduleOf({ routes }: Remote, { path }: PageManifest): Promise<PageModule> {
  const route = routes.find((each) => each.path === path);
  // This happens when the remote's code and its manifest come from different releases.
  if (route === undefined) throw data(null, { status: 404 });
  return 'lazy' in route ? await route.lazy() : { default: route.Component };
}

function RemoteLayout() {
  const { Layout = Outlet } = useLoaderData<Remote>();
  return <Layout />;
}
