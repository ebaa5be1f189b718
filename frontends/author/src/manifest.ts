import type { RemoteManifest } from '@inkbear/web-kit/remote-contract.ts';

const manifest: RemoteManifest = {
  pages: [
    { path: '/dashboard', access: 'session', reads: ['/api/books'] },
    {
      path: '/book/:id',
      access: 'session',
      isFullHeight: true,
      reads: ['/api/books/:id', '/api/books/:id/chapters'],
    },
    { path: '/book/:id/press', access: 'session', isFullHeight: true },
    { path: '/book/:id/corkboard', access: 'session' },
    { path: '/full-chapter', access: 'session', isFullHeight: true },
    { path: '/trash', access: 'session' },
    { path: '/import', access: 'session' },
    { path: '/import/:id/plan', access: 'session' },
    { path: '/tools' },
    { path: '/personal-stories', access: 'session' },
    { path: '/story/:id', access: 'session', isFullHeight: true },
    { path: '/subscribe', access: 'session' },
    { path: '/checkout', access: 'session' },
    { path: '/referrals' },
  ],
  commandsFor: 'signed-in',
  roles: { home: '/dashboard', plan: '/dashboard?billing=plan' },
  navigation: [
    { menu: 'signed-in', order: 50, label: 'Dashboard', to: '/dashboard' },
    { menu: 'account', order: 10, label: 'Dashboard', to: '/dashboard' },
    { menu: 'account', order: 20, label: 'Invite a writer', to: '/referrals' },
    { menu: 'footer', order: 12, group: 'Product', label: 'Tools', to: '/tools' },
    { menu: 'footer', order: 32, group: 'Inkbear', label: 'Invite a writer', to: '/referrals' },
  ],
};

export default manifest;
