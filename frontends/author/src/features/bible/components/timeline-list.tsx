import type { BibleEntry } from '@inkbear/contracts/bible/entry';
import { dateProblem, sortEvents, whenText } from '../timeline.ts';
import styles from './bible-panel.module.css';

/** The events of a story bible in the order in which they happen. */
export function TimelineList({ entries, onOpen }: { entries: readonly BibleEntry[]; onOpen: (id: string) => void }) {
  const events = sortEvents(entries);
  if (events.length === 0)
    return (
      <p className={styles['note']}>
        No events yet. Add an entry of the kind “Event”, and say when it happens or how many days after another one.
      </p>
    );
  return (
    <ol role="list" className={styles['entries']} aria-label="Timeline">
      {events.map((placed) => {
        const problem = dateProblem(placed);
        return (
          <li key={placed.entry.id}>
            <button type="button" className={styles['entry']} onClick={() => onOpen(placed.entry.id)}>
              <span className={styles['note']}>{whenText(placed, entries) || 'Not dated'}</span>
              <span className={styles['name']}>{placed.entry.name}</span>
              {placed.entry.summary.trim() !== '' && <span className={styles['summary']}>{placed.entry.summary}</span>}
              {problem !== null && <span className={styles['problem']}>{problem}</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
