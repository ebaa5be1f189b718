import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import { tabPath, tabs } from './app/tabs/tab-list.ts';
import { adminSession } from './kit/session/admin-session.ts';

const LoginPage = lazyPage(() => import('./app/routes/login.tsx'));
const ConsolePage = lazyPage(() => import('./app/routes/console.tsx'));
const LogoUploadPage = lazyPage(() => import('./app/routes/logo-upload.tsx'));
const DirectUploadPage = lazyPage(() => import('./app/routes/direct-upload.tsx'));

const remote: Remote = {
  routes: [
    { path: '/admin/login', element: <LoginPage /> },
    { path: '/admin', element: <ConsolePage /> },
    { path: '/logo-upload', element: <LogoUploadPage /> },
    { path: '/direct-upload', element: <DirectUploadPage /> },
  ],
  /** Read each time the palette opens: only an admin has them. */
  get commands() {
    if (adminSession.read() === null) return [];
    return [
      ...tabs.map(({ id, title }) => ({
        id: `admin:${id}`,
        label: `Admin: ${title}`,
        keywords: ['admin', id],
        run: tabPath(id),
      })),
      {
        id: 'admin:audit',
        label: 'Admin: Audit trail',
        keywords: ['log', 'history', 'who'],
        run: '/admin?tab=overview&view=audit',
      },
      { id: 'admin:logo', label: 'Admin: Logo upload', keywords: ['brand'], run: '/logo-upload' },
    ];
  },
  role: 'admin',
};

export default remote;
