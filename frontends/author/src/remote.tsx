import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import { AuthorLayout } from './app/author-layout.tsx';

const DashboardPage = lazyPage(() => import('./app/routes/dashboard.tsx'));
const BookPage = lazyPage(() => import('./app/routes/book.tsx'));
const SubscribePage = lazyPage(() => import('./app/routes/subscribe.tsx'));
const CheckoutPage = lazyPage(() => import('./app/routes/checkout.tsx'));

const remote: Remote = {
  routes: [
    {
      element: <AuthorLayout />,
      children: [
        { path: '/dashboard', element: <DashboardPage /> },
        { path: '/book/:id', element: <BookPage /> },
        { path: '/subscribe', element: <SubscribePage /> },
        { path: '/checkout', element: <CheckoutPage /> },
      ],
    },
  ],
  commands: [
    { id: 'author:dashboard', label: 'Your books', keywords: ['dashboard', 'library', 'continue writing'], run: '/dashboard', needsSession: true },
  ],
};

export default remote;
