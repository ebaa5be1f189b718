import type { SpecScope } from './jest-environment.ts';

/** What `jest-environment.ts` laid into the global scope of this file. */
export function specScope(): SpecScope {
  const { inkbear } = globalThis as { inkbear?: SpecScope };
  if (!inkbear) throw new Error('This runs only in a browser spec under jest.');
  return inkbear;
}
