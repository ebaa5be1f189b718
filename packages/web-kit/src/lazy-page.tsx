import { type ComponentType, lazy } from 'react';

/** The shell counts presses of Retry on the window; remotes have no other way to hear of them. */
const retryCount = () => (globalThis as { __inkbearRetry?: number }).__inkbearRetry ?? 0;

/**
 * `lazy` that can be tried again. A failed load stays failed until Retry is pressed: React renders more than once before it shows an error,
 * and a load that began anew each time would never let it.
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
