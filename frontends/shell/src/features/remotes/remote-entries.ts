import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/runtime';
import type { RemoteName } from '../../app/page-map.ts';
import { RemoteNotLoaded } from './load-failure.ts';

const hangsAfterMs = 4000;
const scriptTimeoutMs = 3500;

/** The gateway writes the remotes' addresses into the page. */
export function readRemotes(page: Document): Record<string, string> {
  try {
    return JSON.parse(page.getElementById('inkbear-remotes')?.textContent ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

export function registerRemoteEntries(entries: Record<string, string>): void {
  registerRemotes(Object.entries(entries).map(([name, entry]) => ({ name: `inkbear_${name}`, alias: name, entry })));
  registerPlugins([
    {
      name: 'inkbear-scripts',
      createScript: ({ url }) =>
        retries === 0 ? { timeout: scriptTimeoutMs } : { script: scriptFor(url), timeout: scriptTimeoutMs },
    },
  ]);
}

/** Counts presses of Retry; webpack's own chunk loading reads it as well (see web-build's retry plugin). */
let retries = 0;

function scriptFor(url: string): HTMLScriptElement {
  const script = document.createElement('script');
  // A browser repeats a hung request to the same address as long as the first one hangs: another address is asked anew.
  script.src = `${url}?r=${retries}`;
  return script;
}

const loaded = new Map<RemoteName, Promise<Remote>>();
const arrived = new Map<RemoteName, Remote>();

/** A remote whose code is here already, so that its pages need not wait for a promise. */
export const remoteHere = (name: RemoteName): Remote | null => arrived.get(name) ?? null;
export const keepRemote = (name: RemoteName, remote: Remote): void => void arrived.set(name, remote);

/** The remote, loaded once. Fails after 4 s, so that a hanging server never leaves an endless spinner. */
export function remoteNamed(name: RemoteName): Promise<Remote> {
  let found = loaded.get(name);
  if (found === undefined) {
    found = withDeadline(loadRemote<{ default: Remote }>(`${name}/remote`))
      .then((module) => {
        if (!module?.default) throw new Error(`The remote ${name} is not here`);
        keepRemote(name, module.default);
        return module.default;
      })
      .catch((cause: unknown) => {
        throw new RemoteNotLoaded(name, { cause });
      });
    found.catch(() => undefined);
    loaded.set(name, found);
  }
  return found;
}

/** Forget a failed load; the next render tries again. */
export function retryRemote(name: RemoteName): void {
  retries += 1;
  (globalThis as { __inkbearRetry?: number }).__inkbearRetry = retries;
  loaded.delete(name);
  arrived.delete(name);
}

function withDeadline<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The remote did not answer in time')), hangsAfterMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
