const page = () => document.documentElement;

/**
 * Whether this browser may have a session. The gateway sets `<html data-session>` when the request had a session cookie;
 * signing in and out updates it.
 */
export const sessionHint = {
  isSet: (): boolean => page().hasAttribute('data-session'),
  set: (): void => page().setAttribute('data-session', ''),
  remove: (): void => page().removeAttribute('data-session'),
};
