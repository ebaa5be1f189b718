import { useEffect, useRef } from 'react';

/**
 * For a list whose rows can be removed, which takes the focus from the button of the removed row. Call the returned
 * function with the row's id on each press, and set `data-row` to the id on every row: once the row is gone and nothing
 * else has the focus, the row in its place gets it, or the page's content when no row is left.
 */
export function useFocusAfterRemoval(ids: readonly string[]): (id: string) => void {
  const pressed = useRef<{ readonly id: string; readonly index: number } | null>(null);
  useEffect(() => {
    if (pressed.current === null || ids.includes(pressed.current.id)) return;
    const next = ids[Math.min(pressed.current.index, ids.length - 1)];
    pressed.current = null;
    if (document.activeElement !== document.body) return;
    const row = [...document.querySelectorAll<HTMLElement>('[data-row]')].find(
      ({ dataset }) => dataset['row'] === next,
    );
    (row?.querySelector<HTMLElement>('a, button:enabled') ?? document.getElementById('content'))?.focus();
  });
  return (id) => {
    pressed.current = { id, index: ids.indexOf(id) };
  };
}
