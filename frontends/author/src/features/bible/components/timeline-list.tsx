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
      {events.map((event) => {
        const problem = dateProblem(event);
        return (
          <li key={event.entry.id}>
            <button type="button" className={styles['entry']} onClick={() => onOpen(event.entry.id)}>
              <span className={styles['note']}>{whenText(event, entries) || 'Not dated'}</span>
              <span className={styles['name']}>{event.entry.name}</span>
              {event.entry.summary.trim() !== '' && <span className={styles['summary']}>{event.entry.summary}</span>}
              {problem !== null && <span className={styles['problem']}>{problem}</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
