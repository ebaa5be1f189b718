const page = () => document.documentElement;

/**
 * True if the browser had a session cookie when the page was loaded: the gateway then sets `<html data-session>`.
 * Signing in and out updates it.
 */
export const sessionHint = {
  isSet: (): boolean => page().hasAttribute('data-session'),
  set: (): void => page().setAttribute('data-session', ''),
  remove: (): void => page().removeAttribute('data-session'),
};
