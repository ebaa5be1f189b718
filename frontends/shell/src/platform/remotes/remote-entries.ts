import { bumpRetryParam, loadRetryCount } from '@inkbear/web-kit/code-loading.ts';
import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import { withTimeout } from '@inkbear/web-kit/with-timeout.ts';
import { loadRemote, registerGlobalPlugins, registerPlugins, registerRemotes } from '@module-federation/runtime';
import { RemoteNotLoaded } from './load-failure.ts';
import { retrySharedModules } from './retry-shared-modules.ts';

const loadTimeoutMs = 4000;
const scriptTimeoutMs = 3500;

export function registerRemoteEntries(entries: Readonly<Record<string, string>>): void {
  registerRemotes(Object.entries(entries).map(([name, entry]) => ({ name: `inkbear_${name}`, alias: name, entry })));
  // Global, because each remote loads shared modules through a federation instance of its own.
  registerGlobalPlugins([retrySharedModules]);
  registerPlugins([
    {
      name: 'inkbear-scripts',
      createScript: ({ url }) =>
        loadRetryCount() === 0 ? { timeout: scriptTimeoutMs } : { script: scriptFor(url), timeout: scriptTimeoutMs },
    },
  ]);
}

function scriptFor(url: string): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = `${url}?r=${loadRetryCount()}`;
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
        bumpRetryParam();
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
  bumpRetryParam();
  isRetry = true;
  await runLoaders().finally(() => {
    isRetry = false;
  });
}

/** Only for tests, which load other remotes under the same names. */
export const clearLoadedRemotes = (): void => loaded.clear();
