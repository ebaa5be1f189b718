const page = () => document.documentElement;

/**
 * Whether anybody can be signed in here: the gateway says so on the page of a browser that brought a session cookie
 * (`<html data-session>`), signing in and out changes it.
 */
export const sessionMark = {
  isSet: (): boolean => page().hasAttribute('data-session'),
  set: (): void => page().setAttribute('data-session', ''),
  remove: (): void => page().removeAttribute('data-session'),
};
