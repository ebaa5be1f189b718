import type { NavigationEntry } from '@inkbear/web-kit/remote-contract.ts';

export const signedInLinks: NavigationEntry[] = [
  { label: 'Home', to: '/' },
  { label: 'Features', to: '/features' },
  { label: 'Pricing', to: '/pricing' },
  { label: 'Knowledge Library', to: '/knowledge' },
  { label: 'Dashboard', to: '/dashboard' },
];

export const signedOutLinks: NavigationEntry[] = [
  { label: 'Home', to: '/' },
  { label: 'Features', to: '/features' },
  { label: 'Publishing Guide', to: '/help' },
  { label: 'Pricing', to: '/pricing' },
  { label: 'Knowledge', to: '/knowledge' },
];

export const footerLinks: { title: string; entries: NavigationEntry[] }[] = [
  {
    title: 'Product',
    entries: [
      { label: 'Features', to: '/features' },
      { label: 'Pricing', to: '/pricing' },
      { label: 'Tools', to: '/tools' },
    ],
  },
  {
    title: 'Learn',
    entries: [
      { label: 'Publishing Guide', to: '/help' },
      { label: 'Getting Started', to: '/knowledge' },
    ],
  },
  {
    title: 'Inkbear',
    entries: [
      { label: 'About', to: '/about' },
      { label: 'Contact', to: '/contact' },
      { label: 'Invite a writer', to: '/referrals' },
    ],
  },
  {
    title: 'Legal',
    entries: [
      { label: 'Privacy Policy', to: '/privacy-policy' },
      { label: 'Terms of Service', to: '/terms-of-service' },
      { label: 'Cookie Policy', to: '/cookie-policy' },
    ],
  },
];
