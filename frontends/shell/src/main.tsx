import '@inkbear/ui-kit/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { readRemotes, registerRemoteEntries } from './features/remotes/remote-entries.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
registerRemoteEntries(readRemotes(document));
createRoot(root).render(<App />);
