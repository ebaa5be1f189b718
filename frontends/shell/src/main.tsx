import '@inkbear/web-kit/zod-without-eval.ts';
import { listBooks } from '@inkbear/contracts/books/book';
import '@inkbear/ui-kit/base.css';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { read } from '@inkbear/web-kit/read.ts';
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
// Who brings a session and opens the dashboard wants these first; they need not wait for the page's own code.
if (location.pathname === '/dashboard' && document.documentElement.hasAttribute('data-session')) void client.prefetchQuery(read(listBooks));
const app = <App Router={BrowserRouter} client={client} />;
const remote = remoteOf(location.pathname);

if (document.getElementById('inkbear-late') !== null && remote !== null) {
  // This page was drawn when it was built: it stays as it is until the code of its remote is here. Without that code the shell says so.
  void remoteNamed(remote).then(() => hydrateRoot(root, app), () => createRoot(root).render(app));
} else {
  keepDrawnOutline(root, location.pathname);
  createRoot(root).render(app);
}
