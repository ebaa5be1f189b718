import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/**
 * A value that only the browser knows and that does not change while the page is open. During hydration it is
 * `prerendered`, so that the markup matches the prerendered HTML; right afterwards it is the value of `read`.
 */
export const useBrowserValue = <T>(read: () => T, prerendered: T): T =>
  useSyncExternalStore(neverChanges, read, () => prerendered);
