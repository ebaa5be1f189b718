import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * What only the browser knows and what does not change while the page is open. While React takes over a part of a page
 * that was drawn when it was built it is `drawn`, so that both look alike; right after that it is what `read` says.
 */
export const useBrowserValue = <T>(read: () => T, prerendered: T): T =>
  useSyncExternalStore(never, read, () => prerendered);
