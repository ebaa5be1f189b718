import { type ComponentType, lazy } from 'react';
import { loadRetryCount } from './code-loading.ts';

/**
 * `lazy` with retry. A failed load stays failed until a retry is counted: React renders several times before it shows an
 * error, and a new load at each render would prevent that.
 */
export function lazyPage<Props extends object = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  /** The number of retries when the load failed. */
  let failedAt: number | null = null;
  const fresh = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        failedAt = loadRetryCount();
        throw error;
      }),
    );
  let Current = fresh();
  return function LazyPage(props: Props) {
    if (failedAt !== null && failedAt !== loadRetryCount()) {
      failedAt = null;
      Current = fresh();
    }
    const Page = Current;
    return <Page {...props} />;
  };
}
