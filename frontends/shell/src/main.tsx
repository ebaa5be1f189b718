import '@inkbear/ui-kit/base.css';
import { embeddedReplies } from '@inkbear/web-kit/embedded-replies.ts';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { pathKey } from '@inkbear/web-kit/read.ts';
import type { RemoteManifest } from '@inkbear/web-kit/remote-contract.ts';
import { sessionHint } from '@inkbear/web-kit/session-hint.ts';
import { sessionQuery } from '@inkbear/web-kit/session.tsx';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type HydrationState } from 'react-router-dom';
import { App } from './app/app.tsx';
import { appRoutes } from './app/router.tsx';
import { registerManifests } from './platform/remotes/manifests.ts';
import { readPageData } from './platform/remotes/page-data.ts';
import { registerRemoteEntries } from './platform/remotes/remote-entries.ts';
import { loadPage } from './platform/remotes/remote-routes.tsx';
import { adoptSkeleton } from './platform/skeleton/skeleton.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
registerRemoteEntries(readPageData<string>(document, 'inkbear-remotes'));
registerManifests(readPageData<RemoteManifest>(document, 'inkbear-manifests'));
const client = createQueryClient();
for (const [path, reply] of Object.entries(embeddedReplies())) client.setQueryData(pathKey(path), reply);
// The user is requested while React and the page's code are loading, not after them.
if (sessionHint.isSet()) void client.prefetchQuery(sessionQuery);

const app = (hydrationData?: HydrationState) => (
  <App
    router={createBrowserRouter(appRoutes(client), hydrationData === undefined ? {} : { hydrationData })}
    client={client}
  />
);
const render = () => createRoot(root).render(app());
if (document.getElementById('inkbear-deferred-hydration') === null) {
  adoptSkeleton(root, location.pathname);
  render();
} else {
  // A prerendered page stays until its remote's code is loaded. If that fails, React renders the page with an error.
  void loadPage(location.pathname).then((loaded) => (loaded ? hydrateRoot(root, app(loaded)) : render()), render);
}
