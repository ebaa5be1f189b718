import '@inkbear/web-kit/zod-without-eval.ts';
import { listBooks } from '@inkbear/contracts/books/book';
import '@inkbear/ui-kit/base.css';
import { earlyReplies } from '@inkbear/web-kit/early-replies.ts';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { pathKey, read } from '@inkbear/web-kit/read.ts';
import { sessionQuery } from '@inkbear/web-kit/session.tsx';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { remoteOf } from './app/page-map.ts';
import { keepDrawnOutline } from './features/outline/outline.tsx';
import { readRemotes, registerRemoteEntries, remoteNamed } from './features/remotes/remote-entries.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
registerRemoteEntries(readRemotes(document));
const client = createQueryClient();
const app = <App Router={BrowserRouter} client={client} />;
const remote = remoteOf(location.pathname);
for (const [path, reply] of Object.entries(earlyReplies())) client.setQueryData(pathKey(path), reply);
if (document.documentElement.hasAttribute('data-session')) {
  // Who brings a session will be asked for, and so will the code of the page: neither need wait for the other, nor for
  // React. What came along is not asked again.
  void client.prefetchQuery(sessionQuery);
  if (location.pathname === '/dashboard') void client.prefetchQuery(read(listBooks));
  if (remote !== null) void remoteNamed(remote);
}

if (document.getElementById('inkbear-late') !== null && remote !== null) {
  // This page was drawn when it was built: it stays as it is until the code of its remote is here. Without that code
  // the shell says so.
  void remoteNamed(remote).then(
    () => hydrateRoot(root, app),
    () => createRoot(root).render(app),
  );
} else {
  keepDrawnOutline(root, location.pathname);
  createRoot(root).render(app);
}
