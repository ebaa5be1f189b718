import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { focusRow } from './row-opener.ts';

/** Where an arrow leads from `at` among `count` rows. */
function target(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/**
 * One tab stop for all rows; arrows, Home and End go from row to row. When the row with the focus vanishes, the next
 * one has it.
 */
export function useRowFocus(ids: readonly string[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const place = useRef<number | null>(null);
  const stop = current !== null && ids.includes(current) ? current : ids[0];
  useEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return;
    const next = ids[Math.min(place.current, ids.length - 1)];
    if (next !== undefined) focusRow(body.current, next);
  }, [ids]);
  const rowAt = (element: EventTarget): string | undefined =>
    (element as HTMLElement).closest('tr')?.querySelector<HTMLElement>('[data-row]')?.dataset['row'];
  const onFocus = (event: FocusEvent) => {
    const id = rowAt(event.target);
    if (id === undefined) return;
    place.current = ids.indexOf(id);
    setCurrent(id);
  };
  const onBlur = (event: FocusEvent) => {
    const isLeaving = event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget);
    if (isLeaving) place.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).dataset['row'];
    const to = id === undefined ? null : target(event.key, ids.indexOf(id), ids.length);
    const next = to === null ? undefined : ids[to];
    if (next === undefined) return;
    event.preventDefault();
    focusRow(body.current, next);
  };
  return { body, tabIndexOf: (id: string) => (id === stop ? 0 : -1), onFocus, onBlur, onKeyDown };
}
