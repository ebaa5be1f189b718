import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router-dom';
import { NotFoundPage } from '../platform/not-found.tsx';
import { pageRoute } from '../platform/remotes/page-route.tsx';
import { redirectRoutes, remoteRoutes } from '../platform/remotes/remote-routes.tsx';
import { AppError } from './app-error.tsx';
import { Frame } from './frame.tsx';

/** The shell's own pages, and those of the remotes whose manifests are registered. */
export const appRoutes = (client: QueryClient): RouteObject[] => [
  {
    Component: Frame,
    ErrorBoundary: AppError,
    children: [
      pageRoute({ path: '/auth' }, () => import('../pages/auth-page.tsx')),
      pageRoute({ path: '/account', access: 'session' }, () => import('../pages/account-page.tsx')),
      ...remoteRoutes(client),
      ...redirectRoutes(),
      { path: '*', Component: NotFoundPage },
    ],
  },
];
