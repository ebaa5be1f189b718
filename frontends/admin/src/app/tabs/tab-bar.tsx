import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import styles from '../console.module.css';
import { tabPath, tabs } from './tab-list.ts';

/** Links that are tabs: arrows move between them, a middle click opens one beside. */
export function TabBar({ current }: { current: string }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the bar is wider than the window.
    const place = bar.current;
    const tab = place?.querySelector<HTMLElement>('[aria-selected=true]');
    if (place && tab) place.scrollLeft = tab.offsetLeft - place.offsetLeft - (place.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === (event.target as HTMLElement).dataset['tab']);
    const to = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    bar.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  };
  return (
    <div ref={bar} role="tablist" aria-label="Admin" className={styles['tabs']} onKeyDown={onKeyDown}>
      {tabs.map(({ id, title }) => (
        <Link
          key={id}
          id={`tab-${id}`}
          data-tab={id}
          role="tab"
          aria-selected={id === current}
          aria-controls="admin-panel"
          tabIndex={id === current ? 0 : -1}
          to={tabPath(id)}
          className={styles['tab'] ?? ''}
        >
          {title}
        </Link>
      ))}
    </div>
  );
}
