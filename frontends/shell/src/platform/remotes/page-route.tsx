import type { PageManifest, PageModule } from '@inkbear/web-kit/remote-contract.ts';
import { sessionMark } from '@inkbear/web-kit/session-mark.ts';
import { authPath } from '@inkbear/web-kit/unauthorised.ts';
import {
  type LoaderFunctionArgs,
  replace,
  type RouteObject,
  type ShouldRevalidateFunction,
  useLoaderData,
} from 'react-router-dom';
import { RequireSession } from '../session/require-session.tsx';
import { PageWait } from '../skeleton/page-wait.tsx';
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
    // The router drops an error when it has rendered the retry as loading, which needs a moment even if all is cached.
    if (isRetrying()) await new Promise((resolve) => setTimeout(resolve, 50));
    return await load(args);
  },
  shouldRevalidate: isAnotherPageOrRetry,
  element: <LoadedPage page={page} />,
  ErrorBoundary: PageError,
  HydrateFallback: PageWait,
});

/** Queries are state of a page that is open already; its loader has nothing new to load. Retries have the same URL. */
export const isAnotherPageOrRetry: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href;

/** A browser without a session cookie need not load code to be sent to the sign-in page. */
export function redirectVisitor({ access }: PageManifest, { url }: Request): void {
  if (access !== 'session' || sessionMark.isSet()) return;
  const { pathname, search } = new URL(url);
  // Requests of loaders have no hash; the address bar has it when this is the page that was opened.
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
