import { type KeyboardEvent, useRef, useState } from 'react';

export interface RovingStop {
  readonly tabIndex: 0 | -1;
  readonly ref: (element: HTMLElement | null) => void;
  readonly onFocus: () => void;
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => Math.min(at + 1, count - 1),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/**
 * Roving tabindex: one tab stop for a row of items. Left, Right, Home and End move the focus; Up and Down still scroll.
 */
export function useRovingFocus(ids: readonly number[]) {
  const [chosen, setChosen] = useState(ids[0]);
  const elements = useRef(new Map<number, HTMLElement>());
  const current = chosen !== undefined && ids.includes(chosen) ? chosen : ids[0];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key];
    const at = ids.findIndex((id) => elements.current.get(id) === event.target);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    elements.current.get(ids[step(at, ids.length)] ?? -1)?.focus();
  };
  const stopOf = (id: number): RovingStop => ({
    tabIndex: id === current ? 0 : -1,
    ref: (element) => {
      if (element === null) elements.current.delete(id);
      else elements.current.set(id, element);
    },
    onFocus: () => setChosen(id),
  });
  return { onKeyDown, stopOf };
}
