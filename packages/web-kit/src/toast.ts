// Each remote carries its own copy of this file, so a toast travels as an event of the window; the shell shows it.
export interface Toast {
  title: string;
  description?: string;
  tone?: 'default' | 'destructive';
  /** Milliseconds; default 5,000. */
  durationMs?: number;
  action?: { label: string; run: () => void };
}

const eventName = 'inkbear:toast';

/** Shows a toast; the newest replaces the one before. */
export function toast(value: Toast): void {
  window.dispatchEvent(new CustomEvent(eventName, { detail: value }));
}

/** Tells the shell of each toast; gives the function that stops it. */
export function onToast(listener: (value: Toast) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<Toast>).detail);
  window.addEventListener(eventName, handle);
  return () => window.removeEventListener(eventName, handle);
}
