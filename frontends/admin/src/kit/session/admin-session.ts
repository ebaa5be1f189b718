import { useSyncExternalStore } from 'react';

const key = 'inkbear-admin-token';
const untilKey = 'inkbear-admin-token-until';

export interface AdminSession {
  readonly token: string;
  /** Milliseconds of this browser's clock; null when the server did not say. */
  readonly until: number | null;
}

const listeners = new Set<() => void>();
let known: AdminSession | null | undefined;
let wasLeft = false;

function readStored(): AdminSession | null {
  try {
    const token = sessionStorage.getItem(key);
    const until = Number(sessionStorage.getItem(untilKey));
    return token === null ? null : { token, until: until > 0 ? until : null };
  } catch {
    return null;
  }
}

function store(session: AdminSession | null): void {
  known = session;
  try {
    for (const each of [key, untilKey]) sessionStorage.removeItem(each);
    if (session !== null) sessionStorage.setItem(key, session.token);
    if (typeof session?.until === 'number') sessionStorage.setItem(untilKey, String(session.until));
  } catch {
    // A browser that keeps nothing asks for the password again after a reload.
  }
  for (const listener of listeners) listener();
}

const read = (): AdminSession | null => (known === undefined ? (known = readStored()) : known);

/** The token lives as long as the tab, and at most as long as the server says. */
export const adminSession = {
  read,
  begin: (session: AdminSession): void => store(session),
  /** It ended under the admin's hands: the login leads back to where they were. */
  end: (): void => store(null),
  /** Logged out on purpose: the login begins anew. */
  leave: (): void => {
    wasLeft = true;
    store(null);
  },
  wasLeft: (): boolean => wasLeft,
  /** The login is reached: whoever goes elsewhere now and is sent back here comes from there. */
  reachLogin: (): void => {
    wasLeft = false;
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export const useAdminSession = (): AdminSession | null => useSyncExternalStore(adminSession.subscribe, read);
