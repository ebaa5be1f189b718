import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import { AuthorLayout } from './app/author-layout.tsx';

const DashboardPage = lazyPage(() => import('./app/routes/dashboard.tsx'));

const remote: Remote = {
  routes: [
    {
      element: <AuthorLayout />,
      children: [
        { path: '/dashboard', element: <DashboardPage /> },
      ],
    },
  ],
  commands: [
    { id: 'author:dashboard', label: 'Your books', keywords: ['dashboard', 'library', 'continue writing'], run: '/dashboard', needsSession: true },
  ],
};

export default remote;
