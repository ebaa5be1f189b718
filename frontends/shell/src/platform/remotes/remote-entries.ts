import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import { withTimeout } from '@inkbear/web-kit/with-timeout.ts';
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/runtime';
import { RemoteNotLoaded } from './load-failure.ts';

const loadTimeoutMs = 4000;
const scriptTimeoutMs = 3500;

export function registerRemoteEntries(entries: Readonly<Record<string, string>>): void {
  registerRemotes(Object.entries(entries).map(([name, entry]) => ({ name: `inkbear_${name}`, alias: name, entry })));
  registerPlugins([
    {
      name: 'inkbear-scripts',
      createScript: ({ url }) =>
        retries === 0 ? { timeout: scriptTimeoutMs } : { script: scriptFor(url), timeout: scriptTimeoutMs },
    },
  ]);
}

/** The number of retries of failed loads; webpack's chunk loading reads it too (see web-build's retry plugin). */
let retries = 0;

function scriptFor(url: string): HTMLScriptElement {
  const script = document.createElement('script');
  // A browser joins a repeated request to one that hangs at the same URL, so a retry uses another URL.
  script.src = `${url}?r=${retries}`;
  return script;
}

const loaded = new Map<string, Promise<Remote>>();

/** Loads a remote's code once. Rejects with `RemoteNotLoaded` after 4 s. */
export function getRemote(name: string): Promise<Remote> {
  let loading = loaded.get(name);
  if (loading === undefined) {
    loading = withTimeout(loadRemote<{ default: Remote }>(`${name}/remote`), loadTimeoutMs)
      .then((module) => {
        if (!module?.default) throw new Error(`The remote ${name} has no default export.`);
        return module.default;
      })
      .catch((cause: unknown) => {
        countRetry();
        loaded.delete(name);
        throw new RemoteNotLoaded(name, { cause });
      });
    loaded.set(name, loading);
  }
  return loading;
}

let isRetry = false;

/** Whether the loaders run because of a retry. */
export const isRetrying = (): boolean => isRetry;

/** Runs the loaders again; code that failed to load is requested with another URL. */
export async function retryWith(runLoaders: () => Promise<void>): Promise<void> {
  countRetry();
  isRetry = true;
  await runLoaders().finally(() => {
    isRetry = false;
  });
}

function countRetry(): void {
  retries += 1;
  (globalThis as { __inkbearRetry?: number }).__inkbearRetry = retries;
}

/** Only for tests, which load other remotes under the same names. */
export const clearLoadedRemotes = (): void => loaded.clear();
