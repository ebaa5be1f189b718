import type { SpecScope } from './jest-environment.ts';

/** The object that `jest-environment.ts` adds to the global scope of each spec file. */
export function specScope(): SpecScope {
  const { inkbear } = globalThis as { inkbear?: SpecScope };
  if (!inkbear) throw new Error('This runs only in a browser spec under jest.');
  return inkbear;
}
