import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import { AuthorLayout } from './app/author-layout.tsx';
import { editorCommands } from './manuscript/editor-commands.ts';

const remote: Remote = {
  routes: [
    { path: '/dashboard', lazy: () => import('./pages/dashboard/dashboard-page.tsx') },
    { path: '/book/:id', lazy: () => import('./pages/book/book-page.tsx') },
    { path: '/book/:id/press', lazy: () => import('./pages/book-press/press-page.tsx') },
    { path: '/book/:id/corkboard', lazy: () => import('./pages/corkboard/corkboard-page.tsx') },
    { path: '/full-chapter', lazy: () => import('./pages/full-chapter/full-chapter-page.tsx') },
    { path: '/trash', lazy: () => import('./pages/trash/trash-page.tsx') },
    { path: '/import', lazy: () => import('./pages/import/import-page.tsx') },
    { path: '/import/:id/plan', lazy: () => import('./pages/import-plan/import-plan-page.tsx') },
    { path: '/tools', lazy: () => import('./pages/tools/tools-page.tsx') },
    { path: '/personal-stories', lazy: () => import('./pages/personal-stories/personal-stories-page.tsx') },
    { path: '/story/:id', lazy: () => import('./pages/story/story-page.tsx') },
    { path: '/subscribe', lazy: () => import('./pages/subscribe/subscribe-page.tsx') },
    { path: '/checkout', lazy: () => import('./pages/checkout/checkout-page.tsx') },
    { path: '/referrals', lazy: () => import('./pages/referrals/referrals-page.tsx') },
  ],
  Layout: AuthorLayout,
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
        id: 'author:import',
        label: 'Bring your book',
        keywords: ['import', 'upload', 'word', 'docx', 'scrivener', 'epub', 'rtf', 'markdown', 'manuscript'],
        run: '/import',
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
