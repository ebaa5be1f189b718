import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { pageTools } from './page-tool-list.ts';
import { type PageToolId } from './page-tool-id.ts';
import styles from './tools-page.module.css';

const steps: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: () => pageTools.length - 1,
};

/** The tools as tabs, beside or above the panel. Arrow keys move between them. */
export function ToolTabs({ open, onOpen }: { open: PageToolId; onOpen: (tool: PageToolId) => void }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [tabs, tab] = [list.current, list.current?.querySelector<HTMLElement>('[aria-selected="true"]')];
    // Scrolls only the tab list horizontally, not the page.
    if (tabs && tab && tabs.scrollWidth > tabs.clientWidth)
      tabs.scrollTo({ left: tab.offsetLeft - (tabs.clientWidth - tab.clientWidth) / 2 });
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = pageTools.findIndex(({ id }) => id === open);
    const next = pageTools[(step(at) + pageTools.length) % pageTools.length] ?? pageTools[0];
    onOpen(next.id);
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus({ preventScroll: true });
  };
  return (
    <div
      ref={list}
      className={styles['tabs']}
      role="tablist"
      tabIndex={-1}
      aria-label="Writing tools"
      onKeyDown={onKeyDown}
    >
      {pageTools.map(({ id, label, hint, icon }) => (
        <button
          key={id}
          id={`tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === open}
          aria-controls="tool-panel"
          aria-describedby={`hint-${id}`}
          tabIndex={id === open ? 0 : -1}
          className={styles['tab']}
          onClick={() => onOpen(id)}
        >
          <Icon of={icon} />
          <span>
            <span className={styles['label']}>{label}</span>
            <span id={`hint-${id}`} className={styles['hint']}>
              {hint}
            </span>
          </span>
        </button>
      ))}
    </div>
  );
}
