import { type CSSProperties, useEffect, useState } from 'react';
import styles from './tooltip-host.module.css';
import { tooltipDelay } from './theme.ts';

interface Shown {
  readonly text: string;
  readonly box: DOMRect;
}

/** Space between an element and its hint, in pixels. */
const gap = 8;
/** Elements that are closer to the window's edge than this get their hint on another side. */
const edgeDistance = 120;

/**
 * The tooltips of a page, mounted once. An element with `data-hint` shows its hint after 700 ms of hovering, at once
 * while another hint is open or within 300 ms after it, and at once on keyboard focus. Escape closes it. One component
 * serves all elements, so hints add nothing to elements that render at every keystroke.
 */
export function TooltipHost() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => watchHints(setShown), []);
  return (
    shown && (
      <span className={styles['hint']} style={positionOf(shown.box)} aria-hidden>
        {shown.text}
      </span>
    )
  );
}

/** Returns a function that removes the listeners. */
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
  // A press or a key hides the hint until the pointer or the focus has left the element.
  const listeners = {
    pointerover: onPointerOver as EventListener,
    pointerdown: hide,
    keydown: hide,
    scroll: hide,
    focusin: onFocusIn,
    focusout: hide,
  };
  for (const [name, listener] of Object.entries(listeners))
    document.addEventListener(name, listener, { capture: true, passive: true });
  document.documentElement.addEventListener('pointerleave', hide);
  return () => {
    clearTimeout(timer);
    for (const [name, listener] of Object.entries(listeners))
      document.removeEventListener(name, listener, { capture: true });
    document.documentElement.removeEventListener('pointerleave', hide);
  };
}

/** Below the element; beside it near the left or right edge of the window, above it near the bottom. */
function positionOf({ left, right, top, bottom }: DOMRect): CSSProperties {
  const [middle, height] = [(left + right) / 2, (top + bottom) / 2];
  if (middle > window.innerWidth - edgeDistance)
    return { right: window.innerWidth - left + gap, top: height, transform: 'translateY(-50%)' };
  if (middle < edgeDistance) return { left: right + gap, top: height, transform: 'translateY(-50%)' };
  if (bottom > window.innerHeight - edgeDistance)
    return { left: middle, top: top - gap, transform: 'translate(-50%, -100%)' };
  return { left: middle, top: bottom + gap, transform: 'translateX(-50%)' };
}
