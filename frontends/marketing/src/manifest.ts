import type { RemoteManifest } from '@inkbear/web-kit/remote-contract.ts';

const manifest: RemoteManifest = {
  pages: [
    { path: '/' },
    { path: '/features' },
    { path: '/pricing' },
    { path: '/knowledge' },
    { path: '/help' },
    { path: '/about' },
    { path: '/contact' },
    { path: '/privacy-policy' },
    { path: '/cookie-policy' },
    { path: '/terms-of-service' },
  ],
  roles: { contact: '/contact', 'cookie-policy': '/cookie-policy' },
  redirects: { '/reviews': '/#reviews' },
  navigation: [
    { menu: 'signed-out', order: 10, label: 'Home', to: '/' },
    { menu: 'signed-out', order: 20, label: 'Features', to: '/features' },
    { menu: 'signed-out', order: 30, label: 'Publishing Guide', to: '/help' },
    { menu: 'signed-out', order: 40, label: 'Pricing', to: '/pricing' },
    { menu: 'signed-out', order: 50, label: 'Knowledge', to: '/knowledge' },
    { menu: 'signed-in', order: 10, label: 'Home', to: '/' },
    { menu: 'signed-in', order: 20, label: 'Features', to: '/features' },
    { menu: 'signed-in', order: 30, label: 'Pricing', to: '/pricing' },
    { menu: 'signed-in', order: 40, label: 'Knowledge Library', to: '/knowledge' },
    { menu: 'footer', order: 10, group: 'Product', label: 'Features', to: '/features' },
    { menu: 'footer', order: 11, group: 'Product', label: 'Pricing', to: '/pricing' },
    { menu: 'footer', order: 20, group: 'Learn', label: 'Publishing Guide', to: '/help' },
    { menu: 'footer', order: 21, group: 'Learn', label: 'Getting Started', to: '/knowledge' },
    { menu: 'footer', order: 30, group: 'Inkbear', label: 'About', to: '/about' },
    { menu: 'footer', order: 31, group: 'Inkbear', label: 'Contact', to: '/contact' },
    { menu: 'footer', order: 40, group: 'Legal', label: 'Privacy Policy', to: '/privacy-policy' },
    { menu: 'footer', order: 41, group: 'Legal', label: 'Terms of Service', to: '/terms-of-service' },
    { menu: 'footer', order: 42, group: 'Legal', label: 'Cookie Policy', to: '/cookie-policy' },
  ],
};

export default manifest;
