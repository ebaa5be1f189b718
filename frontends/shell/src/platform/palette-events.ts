const eventName = 'inkbear:palette';

/** Opens the command palette from anywhere. */
export const openPalette = (): void => void window.dispatchEvent(new Event(eventName));

/** Ctrl or Cmd + K. */
export const isPaletteKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';

/** Calls the listener on the shortcut and on `openPalette`. Returns the function that removes it. */
export function onOpenPalette(listener: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!isPaletteKey(event)) return;
    event.preventDefault();
    listener();
  };
  window.addEventListener(eventName, listener);
  window.addEventListener('keydown', onKey);
  return () => {
    window.removeEventListener(eventName, listener);
    window.removeEventListener('keydown', onKey);
  };
}
