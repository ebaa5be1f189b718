import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import { tabPath, tabs } from './pages/console/tab-list.ts';
import { adminSession } from './kit/session/admin-session.ts';

const LoginPage = lazyPage(() => import('./pages/login/login-page.tsx'));
const ConsolePage = lazyPage(() => import('./pages/console/console-page.tsx'));
const LogoUploadPage = lazyPage(() => import('./pages/logo-upload/logo-upload-page.tsx'));
const DirectUploadPage = lazyPage(() => import('./pages/direct-upload/direct-upload-page.tsx'));

const remote: Remote = {
  routes: [
    { path: '/admin/login', element: <LoginPage /> },
    { path: '/admin', element: <ConsolePage /> },
    { path: '/logo-upload', element: <LogoUploadPage /> },
    { path: '/direct-upload', element: <DirectUploadPage /> },
  ],
  /** Read each time the palette opens, because only a logged-in admin has them. */
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
