import { type ComponentType, lazy } from 'react';
import { loadRetryCount } from './code-loading.ts';

/**
 * `lazy` with retry. Keeps the rejected promise until the retry counter changes; otherwise each render would start a
 * new load.
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
