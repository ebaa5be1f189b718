import { useSyncExternalStore } from 'react';

const tokenKey = 'inkbear-admin-token';
const expiresAtKey = 'inkbear-admin-token-until';

export interface AdminSession {
  readonly token: string;
  /** Expiry in milliseconds of this browser's clock; null when the server did not send one. */
  readonly expiresAt: number | null;
}

const listeners = new Set<() => void>();
let current: AdminSession | null | undefined;
let hasLoggedOut = false;

function readStored(): AdminSession | null {
  try {
    const token = sessionStorage.getItem(tokenKey);
    const expiresAt = Number(sessionStorage.getItem(expiresAtKey));
    return token === null ? null : { token, expiresAt: expiresAt > 0 ? expiresAt : null };
  } catch {
    return null;
  }
}

function store(session: AdminSession | null): void {
  current = session;
  try {
    for (const key of [tokenKey, expiresAtKey]) sessionStorage.removeItem(key);
    if (session !== null) sessionStorage.setItem(tokenKey, session.token);
    if (typeof session?.expiresAt === 'number') sessionStorage.setItem(expiresAtKey, String(session.expiresAt));
  } catch {
    // Without session storage the admin has to log in again after a reload.
  }
  for (const listener of listeners) listener();
}

const read = (): AdminSession | null => (current === undefined ? (current = readStored()) : current);

/** The admin's session of this tab. It ends with the tab, and at the expiry that the server has sent. */
export const adminSession = {
  read,
  begin: (session: AdminSession): void => store(session),
  /** The session expired while it was in use: the login returns to the same URL. */
  expire: (): void => store(null),
  /** The admin logged out: the login does not return to the URL. */
  logOut: (): void => {
    hasLoggedOut = true;
    store(null);
  },
  hasLoggedOut: (): boolean => hasLoggedOut,
  /** The login page is open. From now on, a redirect to it returns to the URL again. */
  forgetLogout: (): void => {
    hasLoggedOut = false;
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export const useAdminSession = (): AdminSession | null => useSyncExternalStore(adminSession.subscribe, read);
