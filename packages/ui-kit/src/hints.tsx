import { type CSSProperties, useEffect, useState } from 'react';
import styles from './hints.module.css';
import { tooltipDelay } from './theme.ts';

interface Shown {
  readonly text: string;
  readonly box: DOMRect;
}

/** Room between an element and its hint, and the least room beside a hint, in pixels. */
const gap = 8;
const narrow = 120;

/**
 * The tooltips of a page: what says `data-hint` shows it after the mouse has rested 700 ms on it, at once while another
 * is open or within 300 ms after it, and at once when the keyboard brings the focus there. Escape closes it. One for
 * all, so that elements that are drawn at every keystroke cost nothing more. Mount it once.
 */
export function Hints() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => watchHints(setShown), []);
  return (
    shown && (
      <span className={styles['hint']} style={placeOf(shown.box)} aria-hidden>
        {shown.text}
      </span>
    )
  );
}

/** Answers how to stop. */
function watchHints(show: (shown: Shown | null) => void): () => void {
  let target: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let closedAt = -Infinity;
  const hide = () => {
    clearTimeout(timer);
    if (!isOpen) return;
    closedAt = performance.now();
    isOpen = false;
    show(null);
  };
  const open = (element: HTMLElement) => {
    isOpen = true;
    show({ text: element.dataset['hint'] ?? '', box: element.getBoundingClientRect() });
  };
  const onPointerOver = ({ target: under, pointerType }: PointerEvent) => {
    const next = under instanceof Element && pointerType !== 'touch' ? under.closest<HTMLElement>('[data-hint]') : null;
    if (next === target) return;
    hide();
    target = next;
    if (next === null) return;
    if (performance.now() - closedAt < tooltipDelay.next) open(next);
    else timer = setTimeout(() => open(next), tooltipDelay.first);
  };
  const onFocusIn = ({ target: focused }: Event) => {
    const next =
      focused instanceof Element && focused.matches(':focus-visible')
        ? focused.closest<HTMLElement>('[data-hint]')
        : null;
    hide();
    target = next;
    if (next !== null) open(next);
  };
  // Whoever presses or types knows what it is, until they have been elsewhere.
  const watched = {
    pointerover: onPointerOver as EventListener,
    pointerdown: hide,
    keydown: hide,
    scroll: hide,
    focusin: onFocusIn,
    focusout: hide,
  };
  for (const [name, listener] of Object.entries(watched))
    document.addEventListener(name, listener, { capture: true, passive: true });
  document.documentElement.addEventListener('pointerleave', hide);
  return () => {
    clearTimeout(timer);
    for (const [name, listener] of Object.entries(watched))
      document.removeEventListener(name, listener, { capture: true });
    document.documentElement.removeEventListener('pointerleave', hide);
  };
}

/** Below the element; beside it where the edge of the window is near, above it at the bottom. */
function placeOf({ left, right, top, bottom }: DOMRect): CSSProperties {
  const [middle, height] = [(left + right) / 2, (top + bottom) / 2];
  if (middle > window.innerWidth - narrow)
    return { right: window.innerWidth - left + gap, top: height, transform: 'translateY(-50%)' };
  if (middle < narrow) return { left: right + gap, top: height, transform: 'translateY(-50%)' };
  if (bottom > window.innerHeight - narrow)
    return { left: middle, top: top - gap, transform: 'translate(-50%, -100%)' };
  return { left: middle, top: bottom + gap, transform: 'translateX(-50%)' };
}
