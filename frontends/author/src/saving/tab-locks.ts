import type { TabLocks } from './journal.ts';

const taken = new Set<string>();
const lockName = (name: string) => `inkbear-journal:${name}`;

/** Web Locks, which the browser releases when a tab dies. Without them (plain http) locks work within this tab only. */
export const browserLocks: TabLocks = {
  acquire: async (name) => {
    if (taken.has(name)) return null;
    taken.add(name);
    const markFree = () => void taken.delete(name);
    const locks = (globalThis.navigator as Navigator | undefined)?.locks;
    if (locks === undefined) return markFree;
    return new Promise((resolve) => {
      locks
        .request(lockName(name), { ifAvailable: true }, (lock) => {
          if (lock === null) {
            markFree();
            resolve(null);
            return undefined;
          }
          return new Promise<void>((release) =>
            resolve(() => {
              markFree();
              release();
            }),
          );
        })
        .catch(() => resolve(markFree));
    });
  },
  whenFree: async (name) => {
    const locks = (globalThis.navigator as Navigator | undefined)?.locks;
    await locks?.request(lockName(name), () => undefined);
  },
};
