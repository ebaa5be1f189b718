import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import { QueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, type HydrationState } from 'react-router-dom';
import { App } from './app/app.tsx';
import { appRoutes } from './app/router.tsx';
import { findPage, type FoundPage } from './platform/remotes/manifests.ts';
import { hydrationOf } from './platform/remotes/remote-routes.tsx';
import { PageFallback } from './platform/skeleton/page-fallback.tsx';
import { setSkeleton } from './platform/skeleton/skeleton.tsx';

export { registerManifests } from './platform/remotes/manifests.ts';

/** Renders a public page without data, as the browser hydrates it. Runs in the build. */
export async function prerenderPage(pathname: string, remote: Remote): Promise<string> {
  const { remote: name, page } = getPage(pathname);
  return render(pathname, await hydrationOf(name, remote, page));
}

/** Renders the skeleton of a page for signed-in users. Runs in the build. */
export async function prerenderSkeleton(pathname: string, content: ReactElement): Promise<string> {
  const { remote: name, page } = getPage(pathname);
  setSkeleton(pathname, content);
  return render(pathname, await hydrationOf(name, { routes: [{ path: page.path, Component: PageFallback }] }, page));
}

function getPage(pathname: string): FoundPage {
  const found = findPage(pathname);
  if (found === null) throw new Error(`No remote has a page at ${pathname}.`);
  return found;
}

function render(pathname: string, hydrationData: HydrationState): string {
  const client = new QueryClient();
  const router = createMemoryRouter(appRoutes(client), { initialEntries: [pathname], hydrationData });
  return renderToString(<App router={router} client={client} />);
}
