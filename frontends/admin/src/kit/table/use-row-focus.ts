import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** The buttons that open rows, in order; `data-row` contains the row's id. */
const rowOpeners = (container: ParentNode): HTMLElement[] => [...container.querySelectorAll<HTMLElement>('[data-row]')];

/** Focuses the row with this id. False when it is not in the container. */
export function focusRow(container: ParentNode | null, id: string): boolean {
  const opener = container === null ? undefined : rowOpeners(container).find(({ dataset }) => dataset['row'] === id);
  opener?.focus();
  return opener !== undefined;
}

export const focusFirstRow = (container: ParentNode): void => rowOpeners(container)[0]?.focus();

/** The index to which a key moves from `index` among `count` rows; null for other keys. */
function targetIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/**
 * Roving tabindex, which antd's Table does not have: one tab stop for all rows; arrows, Home and End move between them.
 * When the focused row disappears, the next one takes the focus. Spread `handlers` onto an element around the table.
 */
export function useRowFocus(ids: readonly string[]) {
  const container = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const focused = useRef<{ readonly id: string; readonly index: number } | null>(null);
  const tabStop = current !== null && ids.includes(current) ? current : ids[0];
  useEffect(() => {
    const last = focused.current;
    // A row that is still there keeps the focus: its button may be disabled for a moment, and gets it back by itself.
    if (last === null || ids.includes(last.id) || document.activeElement !== document.body) return;
    const next = ids[Math.min(last.index, ids.length - 1)];
    if (next !== undefined) focusRow(container.current, next);
  }, [ids]);

  const rowIdOf = (element: EventTarget): string | undefined =>
    (element as HTMLElement).closest('tr')?.querySelector<HTMLElement>('[data-row]')?.dataset['row'];
  const onFocus = (event: FocusEvent) => {
    const id = rowIdOf(event.target);
    if (id === undefined) return;
    focused.current = { id, index: ids.indexOf(id) };
    setCurrent(id);
  };
  const onBlur = (event: FocusEvent) => {
    const isLeaving = event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget);
    if (isLeaving) focused.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).dataset['row'];
    const index = id === undefined ? null : targetIndex(event.key, ids.indexOf(id), ids.length);
    const next = index === null ? undefined : ids[index];
    if (next === undefined) return;
    event.preventDefault();
    focusRow(container.current, next);
  };
  return {
    tabIndexOf: (id: string) => (id === tabStop ? 0 : -1),
    handlers: { ref: container, onFocus, onBlur, onKeyDown },
  };
}
