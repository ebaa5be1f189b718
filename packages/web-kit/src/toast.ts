// Each remote has its own copy of this module, so toasts are sent as window events; the shell shows them.
export interface Toast {
  title: string;
  description?: string;
  tone?: 'default' | 'destructive';
  /** Milliseconds; default 5,000. */
  durationMs?: number;
  action?: { label: string; run: () => void };
}

const eventName = 'inkbear:toast';
const closeEventName = 'inkbear:toast-close';

/** Shows a toast, which replaces the previous one. */
export function showToast(value: Toast): void {
  window.dispatchEvent(new CustomEvent(eventName, { detail: value }));
}

/** Closes this toast (the same object) if it is still shown. Call it when the toast's action has become obsolete. */
export function closeToast(value: Toast): void {
  window.dispatchEvent(new CustomEvent(closeEventName, { detail: value }));
}

/** Calls the listener with each toast; returns the function that removes the listener. */
export const onToast = (listener: (value: Toast) => void): (() => void) => listen(eventName, listener);

/** Calls the listener with each toast that is to be closed; returns the function that removes the listener. */
export const onCloseToast = (listener: (value: Toast) => void): (() => void) => listen(closeEventName, listener);

function listen(name: string, listener: (value: Toast) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<Toast>).detail);
  window.addEventListener(name, handle);
  return () => window.removeEventListener(name, handle);
}
