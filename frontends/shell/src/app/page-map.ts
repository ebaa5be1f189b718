import { matchPath } from 'react-router';

export type RemoteName = 'author' | 'marketing' | 'admin';

const remotePages: Record<RemoteName, readonly string[]> = {
  marketing: [
    '/',
    '/features',
    '/pricing',
    '/knowledge',
    '/help',
    '/about',
    '/contact',
    '/privacy-policy',
    '/cookie-policy',
    '/terms-of-service',
  ],
  author: [
    '/dashboard',
    '/book/:id',
    '/full-chapter',
    '/trash',
    '/tools',
    '/personal-stories',
    '/story/:id',
    '/referrals',
    '/subscribe',
    '/checkout',
  ],
  admin: ['/admin/*', '/logo-upload', '/direct-upload'],
};
const signedInPages = [
  '/account',
  '/dashboard',
  '/book/:id',
  '/full-chapter',
  '/trash',
  '/personal-stories',
  '/story/:id',
  '/subscribe',
  '/checkout',
];

/** Pages that fill the window by themselves: nothing stands below them. */
const fullHeightPages = ['/book/:id', '/full-chapter', '/story/:id', '/admin/*'];

const isOneOf = (patterns: readonly string[], pathname: string) =>
  patterns.some((pattern) => matchPath(pattern, pathname) !== null);

/** Which remote shows a path; null when it is the shell's own or nobody's. */
export function remoteOf(pathname: string): RemoteName | null {
  const entries = Object.entries(remotePages) as [RemoteName, readonly string[]][];
  return entries.find(([, patterns]) => isOneOf(patterns, pathname))?.[0] ?? null;
}

export const isFullHeight = (pathname: string): boolean => isOneOf(fullHeightPages, pathname);

/** Signed-out visitors are led to `/auth?next=…` from these. */
export const needsSession = (pathname: string): boolean => isOneOf(signedInPages, pathname);
