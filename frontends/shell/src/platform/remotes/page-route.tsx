import type { PageManifest, PageModule } from '@inkbear/web-kit/remote-contract.ts';
import { sessionHint } from '@inkbear/web-kit/session-hint.ts';
import { authPath } from '@inkbear/web-kit/unauthorised.ts';
import {
  type LoaderFunctionArgs,
  replace,
  type RouteObject,
  type ShouldRevalidateFunction,
  useLoaderData,
} from 'react-router-dom';
import { RequireSession } from '../session/require-session.tsx';
import { PageFallback } from '../skeleton/page-fallback.tsx';
import { PageError } from './page-error.tsx';
import { isRetrying } from './remote-entries.ts';

/**
 * The route of a page whose module is loaded when it is opened. The loader loads it: a route's own `lazy` cannot be
 * retried, because the router keeps its rejection.
 */
export const pageRoute = (
  page: PageManifest,
  load: (args: LoaderFunctionArgs) => Promise<PageModule>,
): RouteObject => ({
  path: page.path,
  loader: async (args) => {
    redirectVisitor(page, args.request);
    // The router keeps an error until it has rendered the retry as loading, which takes a moment even if everything is
    // cached.
    if (isRetrying()) await new Promise((resolve) => setTimeout(resolve, 50));
    return await load(args);
  },
  shouldRevalidate: isAnotherPageOrRetry,
  element: <LoadedPage page={page} />,
  ErrorBoundary: PageError,
  HydrateFallback: PageFallback,
});

/** A changed query string does not reload a page. A retry has the same URL. */
export const isAnotherPageOrRetry: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href;

/** Redirects a browser without a session cookie before the page's code is loaded. */
export function redirectVisitor({ access }: PageManifest, { url }: Request): void {
  if (access !== 'session' || sessionHint.isSet()) return;
  const { pathname, search } = new URL(url);
  // A loader's request has no hash. The address bar has it when this is the first page.
  const hash = window.location.pathname === pathname ? window.location.hash : '';
  throw replace(authPath(pathname + search + hash));
}

function LoadedPage({ page }: { page: PageManifest }) {
  const { default: Page } = useLoaderData<PageModule>();
  return page.access === 'session' ? (
    <RequireSession>
      <Page />
    </RequireSession>
  ) : (
    <Page />
  );
}
