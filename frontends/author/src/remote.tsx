import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import { AuthorLayout } from './app/author-layout.tsx';
import { editorCommands } from './app/editor-commands.ts';

const DashboardPage = lazyPage(() => import('./pages/dashboard/dashboard-page.tsx'));
const BookPage = lazyPage(() => import('./pages/book/book-page.tsx'));
const FullChapterPage = lazyPage(() => import('./pages/full-chapter/full-chapter-page.tsx'));
const TrashPage = lazyPage(() => import('./pages/trash/trash-page.tsx'));
const SubscribePage = lazyPage(() => import('./pages/subscribe/subscribe-page.tsx'));
const ReferralsPage = lazyPage(() => import('./pages/referrals/referrals-page.tsx'));
const ToolsPage = lazyPage(() => import('./pages/tools/tools-page.tsx'));
const PersonalStoriesPage = lazyPage(() => import('./pages/personal-stories/personal-stories-page.tsx'));
const StoryPage = lazyPage(() => import('./pages/story/story-page.tsx'));
const CheckoutPage = lazyPage(() => import('./pages/checkout/checkout-page.tsx'));

const remote: Remote = {
  routes: [
    {
      element: <AuthorLayout />,
      children: [
        { path: '/dashboard', element: <DashboardPage /> },
        { path: '/book/:id', element: <BookPage /> },
        { path: '/full-chapter', element: <FullChapterPage /> },
        { path: '/trash', element: <TrashPage /> },
        { path: '/tools', element: <ToolsPage /> },
        { path: '/personal-stories', element: <PersonalStoriesPage /> },
        { path: '/story/:id', element: <StoryPage /> },
        { path: '/subscribe', element: <SubscribePage /> },
        { path: '/checkout', element: <CheckoutPage /> },
        { path: '/referrals', element: <ReferralsPage /> },
      ],
    },
  ],
  /** Read each time the palette opens, because an open editor adds its own commands. */
  get commands() {
    return [
      ...editorCommands.list(),
      {
        id: 'author:dashboard',
        label: 'Your books',
        keywords: ['dashboard', 'library', 'continue writing'],
        run: '/dashboard',
        needsSession: true,
      },
      {
        id: 'author:tools',
        label: 'Writing tools',
        keywords: ['title', 'genre', 'quiz', 'plot', 'outline', 'tips', 'ideas'],
        run: '/tools',
      },
      {
        id: 'author:stories',
        label: 'Personal Stories',
        keywords: ['story', 'family', 'milestone', 'career', 'achievement', 'memoir'],
        run: '/personal-stories',
        needsSession: true,
      },
      {
        id: 'author:plan',
        label: 'Your plan',
        keywords: ['billing', 'subscription', 'cancel', 'renewal', 'payment', 'promo code', 'credits'],
        run: '/dashboard?billing=plan',
        needsSession: true,
      },
      {
        id: 'author:referrals',
        label: 'Invite a writer',
        keywords: ['referral', 'friend', 'credit', 'share'],
        run: '/referrals',
      },
      {
        id: 'author:trash',
        label: 'Trash',
        keywords: ['deleted', 'restore', 'bin', 'undo'],
        run: '/trash',
        needsSession: true,
      },
    ];
  },
};

export default remote;
