import { matchPath } from 'react-router';

/** The route patterns of this remote. */
export const builtPages = [
  '/dashboard',
  '/book/:id',
  '/full-chapter',
  '/trash',
  '/tools',
  '/personal-stories',
  '/story/:id',
  '/subscribe',
  '/checkout',
  '/referrals',
] as const;

/** True when this remote has a page for the path. */
export const hasPage = (path: string): boolean => builtPages.some((pattern) => matchPath(pattern, path) !== null);
