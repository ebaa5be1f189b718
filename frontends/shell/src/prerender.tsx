import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import { QueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, type HydrationState } from 'react-router-dom';
import { App } from './app/app.tsx';
import { appRoutes } from './app/router.tsx';
import { findPage, type FoundPage } from './platform/remotes/manifests.ts';
import { hydrationOf } from './platform/remotes/remote-routes.tsx';
import { PageWait } from './platform/skeleton/page-wait.tsx';
import { setSkeleton } from './platform/skeleton/skeleton.tsx';

export { registerManifests } from './platform/remotes/manifests.ts';

/** A page before anything is known but its address: the markup that the browser hydrates. Runs in the build. */
export async function prerenderPage(pathname: string, remote: Remote): Promise<string> {
  const { remote: name, page } = getPage(pathname);
  return render(pathname, await hydrationOf(name, remote, page));
}

/** A page for signed-in users before anything is known of them. Runs in the build. */
export async function prerenderSkeleton(pathname: string, content: ReactElement): Promise<string> {
  const { remote: name, page } = getPage(pathname);
  setSkeleton(pathname, content);
  return render(pathname, await hydrationOf(name, { routes: [{ path: page.path, Component: PageWait }] }, page));
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
