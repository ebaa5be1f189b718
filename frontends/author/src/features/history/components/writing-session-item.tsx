import type { Revision } from '@inkbear/contracts/books/revision';
import { clockTime, formatNumber } from '@inkbear/web-kit/format.ts';
import { counted, wordsText } from '@inkbear/web-kit/counted.ts';
import { useState } from 'react';
import { kindLabel, type WritingSession } from '../writing-sessions.ts';
import styles from './history-panel.module.css';

/** One writing session: its last save, with the earlier saves behind a button. */
export function WritingSessionItem({
  session: { revisions, wordDelta },
  onOpen,
}: {
  session: WritingSession;
  onOpen: (rev: number) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [newest, ...earlier] = revisions;
  const oldest = revisions.at(-1);
  if (newest === undefined || oldest === undefined) return null;
  const times =
    clockTime(oldest.at) === clockTime(newest.at)
      ? clockTime(newest.at)
      : `${clockTime(oldest.at)} to ${clockTime(newest.at)}`;
  return (
    <li>
      <RevisionButton
        revision={newest}
        time={times}
        note={
          wordDelta === null || wordDelta === 0
            ? ''
            : ` · ${wordDelta > 0 ? '+' : '−'}${formatNumber(Math.abs(wordDelta))}`
        }
        onOpen={onOpen}
      />
      {earlier.length > 0 && (
        <button type="button" className={styles['more']} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'} {counted(earlier.length, 'earlier save')}
        </button>
      )}
      {isOpen && (
        <ul role="list" className={styles['earlier']}>
          {earlier.map((revision) => (
            <li key={revision.rev}>
              <RevisionButton revision={revision} time={clockTime(revision.at)} note="" onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function RevisionButton({
  revision: { rev, kind, name, wordCount },
  time,
  note,
  onOpen,
}: {
  revision: Revision;
  time: string;
  note: string;
  onOpen: (rev: number) => void;
}) {
  return (
    <button type="button" className={styles['revision']} onClick={() => onOpen(rev)}>
      <span className={styles['name']}>{name ?? kindLabel[kind]}</span>
      <span className={styles['meta']}>
        {time} · {wordsText(wordCount)}
        {note}
      </span>
    </button>
  );
}
