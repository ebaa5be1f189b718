import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import type { Remote } from '@inkbear/web-kit/remote-contract.ts';

const LoginPage = lazyPage(() => import('./app/routes/login.tsx'));
const OverviewPage = lazyPage(() => import('./app/routes/overview.tsx'));

const remote: Remote = {
  routes: [
    { path: '/admin/login', element: <LoginPage /> },
    { path: '/admin', element: <OverviewPage /> },
  ],
  role: 'admin',
};

export default remote;
