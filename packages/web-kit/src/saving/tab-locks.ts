import type { TabLocks } from './journal.ts';

const taken = new Set<string>();
const lockName = (name: string) => `inkbear-journal:${name}`;

/** Web Locks, which the browser releases when a tab dies. Without them (plain http) locks work within this tab only. */
export const browserLocks: TabLocks = {
  acquire: async (name) => {
    if (taken.has(name)) return null;
    taken.add(name);
    const forget = () => void taken.delete(name);
    const locks = (globalThis.navigator as Navigator | undefined)?.locks;
    if (locks === undefined) return forget;
    return new Promise((resolve) => {
      locks
        .request(lockName(name), { ifAvailable: true }, (lock) => {
          if (lock === null) {
            forget();
            resolve(null);
            return undefined;
          }
          return new Promise<void>((release) =>
            resolve(() => {
              forget();
              release();
            }),
          );
        })
        .catch(() => resolve(forget));
    });
  },
  whenFree: async (name) => {
    const locks = (globalThis.navigator as Navigator | undefined)?.locks;
    await locks?.request(lockName(name), () => undefined);
  },
};
