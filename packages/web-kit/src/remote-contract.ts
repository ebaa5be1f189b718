import type { Route } from '@inkbear/contracts/route';
import type { ReactElement } from 'react';
import type { RouteObject } from 'react-router';

/** A line of the navigation or of the command palette that leads to a page. */
export interface NavigationEntry {
  label: string;
  to: string;
}

/** Something the command palette can do. */
export interface Command {
  id: string;
  label: string;
  /** Other words by which it should be found. */
  keywords?: string[];
  /** A page to open, or a function. */
  run: string | (() => void);
  /** Shown only to a signed-in user. */
  needsSession?: boolean;
}

/** The default export of a remote's `src/remote.tsx`. Paths of routes are complete, from `/` on. */
export interface Remote {
  routes: RouteObject[];
  navigation?: NavigationEntry[];
  commands?: Command[];
  /** The whole remote is for this role; the remote itself asks for its own login. */
  role?: 'admin';
}

export interface PageSkeleton {
  /** Drawn into the page when it is built, so it carries no style attribute, and nothing in it can be focused. */
  readonly content: ReactElement;
  /**
   * What the page asks first, without parameters or query: the gateway asks it while the page is on its way, and sends
   * the replies along (`early-replies.ts`).
   */
  readonly reads: readonly Route[];
}

/**
 * The default export of a remote's `src/outlines.tsx`, if it has one: what its pages for signed-in people look like
 * before anything is known, by address. `src/early.ts` beside it may fill in what the replies tell, before the shell is
 * there.
 */
export type PageSkeletons = Readonly<Record<string, PageSkeleton>>;
