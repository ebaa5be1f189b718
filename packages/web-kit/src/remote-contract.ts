import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactElement } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';

/** Where a link is shown: in the bar of visitors or of signed-in users, in the account menu, or in the footer. */
export type Menu = 'signed-out' | 'signed-in' | 'account' | 'footer';

/** A link in one of the shell's menus; the command palette lists it as well. */
export interface NavigationEntry {
  readonly menu: Menu;
  /** Sorts the entries of all remotes in this menu, the lowest first. */
  readonly order: number;
  readonly label: string;
  readonly to: string;
  /** The heading above the link; only in the footer. */
  readonly group?: string;
}

/**
 * The shell's own texts link to some pages of remotes. It refers to them by name, because it does not know their paths.
 * `home` is where a signed-in user continues, `plan` where they manage their plan.
 */
export type PageName = 'home' | 'plan' | 'contact' | 'cookie-policy';

/** A page, as the shell must know it before the remote's code is loaded. */
export interface PageManifest {
  /** A route pattern that begins with `/`, such as `/book/:id`. */
  readonly path: string;
  /** `session`: a visitor is redirected to the sign-in page. Pages without it are open to everyone. */
  readonly access?: 'session';
  /** The page fills the window: no footer is shown below it. */
  readonly isFullHeight?: true;
  /**
   * Paths of API reads without a query that the page needs first, with the parameters of `path`. The shell requests
   * them for a signed-in user while the page's code is loaded. If the page has a skeleton, the gateway sends these
   * replies with it; the paths of such a page have no parameters.
   */
  readonly reads?: readonly string[];
}

/**
 * The default export of a remote's `src/manifest.ts`: data only. The build writes it into `assets.json`, the gateway
 * sends it with every page, and the shell registers it when it starts. So a new page needs a release of its remote only.
 */
export interface RemoteManifest {
  readonly pages: readonly PageManifest[];
  readonly navigation?: readonly NavigationEntry[];
  /** The addresses of this remote's pages that the shell links to. */
  readonly roles?: Readonly<Partial<Record<PageName, string>>>;
  /** Addresses of earlier releases, and where each leads now. */
  readonly redirects?: Readonly<Record<string, string>>;
  /** Who gets this remote's commands in the command palette. On the remote's own pages, everyone gets them. */
  readonly commandsFor?: 'everyone' | 'signed-in';
}

/** A command of the command palette. */
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

/** The arguments of a page's loader: those of the router, and the shell's cache of API replies. */
export interface PageLoaderArgs extends LoaderFunctionArgs {
  readonly client: QueryClient;
}

/**
 * The module of a page, `pages/<folder>/<name>-page.tsx`. The folder has the name of the fixed segments of the page's path:
 * `book-press` for `/book/:id/press`. By it the gateway finds the files to preload.
 */
export interface PageModule {
  readonly default: ComponentType;
  /** Runs before the page is shown: fills the cache or redirects. Its result is not used. */
  readonly loader?: (args: PageLoaderArgs) => unknown;
}

/** A page by its path in the manifest: its component, or how to load its module. */
export type PageRoute = { readonly path: string } & (
  { readonly Component: ComponentType } | { readonly lazy: () => Promise<PageModule> }
);

/** The default export of a remote's `src/remote.tsx`. */
export interface Remote {
  readonly routes: readonly PageRoute[];
  /** Shown around every page of the remote; renders an `Outlet`. */
  readonly Layout?: ComponentType;
  readonly commands?: Command[];
}

/**
 * The default export of a remote's `src/skeletons.tsx`, if it has one: skeletons of pages for signed-in users, by path.
 * The build renders them, so they have no style attributes and no focusable elements. The optional
 * `src/fill-skeleton.ts` fills in the embedded replies before the shell starts.
 */
export type PageSkeletons = Readonly<Record<string, ReactElement>>;
