import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import { tabPath, tabs } from './pages/admin/tab-list.ts';
import { adminSession } from './kit/session/admin-session.ts';

const remote: Remote = {
  routes: [
    { path: '/admin/login', lazy: () => import('./pages/admin-login/login-page.tsx') },
    { path: '/admin', lazy: () => import('./pages/admin/console-page.tsx') },
    { path: '/logo-upload', lazy: () => import('./pages/logo-upload/logo-upload-page.tsx') },
    { path: '/direct-upload', lazy: () => import('./pages/direct-upload/direct-upload-page.tsx') },
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
};

export default remote;
