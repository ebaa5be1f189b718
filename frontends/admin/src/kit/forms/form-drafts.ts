import { adminSession } from '../session/admin-session.ts';

const drafts = new Map<string, object>();
adminSession.subscribe(() => {
  if (adminSession.hasLoggedOut()) drafts.clear();
});

/**
 * Values of unsent forms by the form's name, in memory. They are kept when the dialog closes and when the session
 * expires, and removed when the admin logs out. (`useSharedForm` of web-kit would send them when the dialog closes.)
 */
export const formDrafts = {
  find: <Values extends object>(name: string): Partial<Values> | undefined => drafts.get(name),
  set: (name: string, values: object): void => void drafts.set(name, values),
  remove: (name: string): void => void drafts.delete(name),
};
