import { matchPath } from 'react-router';

/** The pages that this remote has, as its route table names them. */
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

/** Whether a link to an author's page leads somewhere. */
export const hasPage = (path: string): boolean => builtPages.some((pattern) => matchPath(pattern, path) !== null);
