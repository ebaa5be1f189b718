import { type ComponentType, lazy } from 'react';

/** How often Retry was pressed. The shell counts on the window, because remotes have their own copies of this module. */
const retryCount = () => (globalThis as { __inkbearRetry?: number }).__inkbearRetry ?? 0;

/**
 * `lazy` with retry. A failed load stays failed until Retry is pressed: React renders several times before it shows an
 * error, and a new load at each render would prevent that.
 */
export function lazyPage<Props extends object = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let hasFailed = false;
  let attempt = retryCount();
  const fresh = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    );
  let Current = fresh();
  return function LazyPage(props: Props) {
    if (hasFailed && attempt !== retryCount()) {
      hasFailed = false;
      attempt = retryCount();
      Current = fresh();
    }
    const Page = Current;
    return <Page {...props} />;
  };
}
