import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import type { Remote } from '@inkbear/web-kit/remote-contract.ts';

const LandingPage = lazyPage(() => import('./app/routes/landing.tsx'));

const remote: Remote = {
  routes: [
    { path: '/', element: <LandingPage /> },
  ],
};

export default remote;
