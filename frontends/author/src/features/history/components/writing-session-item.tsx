import type { Revision } from '@inkbear/contracts/books/revision';
import { wordsText } from '@inkbear/web-kit/words-text.ts';
import { useState } from 'react';
import { kindLabel, type WritingSession, timeLabel } from '../writing-sessions.ts';
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
    timeLabel(oldest.at) === timeLabel(newest.at)
      ? timeLabel(newest.at)
      : `${timeLabel(oldest.at)} to ${timeLabel(newest.at)}`;
  return (
    <li>
      <RevisionButton
        revision={newest}
        time={times}
        note={
          wordDelta === null || wordDelta === 0
            ? ''
            : ` · ${wordDelta > 0 ? '+' : '−'}${Math.abs(wordDelta).toLocaleString('en-GB')}`
        }
        onOpen={onOpen}
      />
      {earlier.length > 0 && (
        <button type="button" className={styles['more']} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'} {earlier.length.toLocaleString('en-GB')} earlier{' '}
          {earlier.length === 1 ? 'save' : 'saves'}
        </button>
      )}
      {isOpen && (
        <ul role="list" className={styles['earlier']}>
          {earlier.map((revision) => (
            <li key={revision.rev}>
              <RevisionButton revision={revision} time={timeLabel(revision.at)} note="" onOpen={onOpen} />
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
