import { diffWords } from '@inkbear/prose/word-diff';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import type { ManuscriptKind } from '../../../saving/manuscript.ts';
import type { Choice, Conflict } from '../../../saving/save-model.ts';
import { useMemo } from 'react';
import styles from './conflict-panel.module.css';

/** Shows both versions of a save conflict side by side. Both stay in the history, whichever is chosen. */
export function ConflictPanel({
  noun,
  conflict,
  onChoose,
}: {
  noun: ManuscriptKind;
  conflict: Conflict;
  onChoose: (choice: Choice) => void;
}) {
  const parts = useMemo(() => diffWords(conflict.theirs.text, conflict.mine), [conflict]);
  const side = (changed: 'added' | 'removed') => parts.filter(({ kind }) => kind === 'same' || kind === changed);
  return (
    <section className={styles['panel']} aria-labelledby="conflict-title">
      <h2 id="conflict-title" className={styles['title']}>
        This {noun} was changed elsewhere too
      </h2>
      <p className={styles['lead']}>
        The same lines were changed here and in another tab or on another device. Choose which text to keep. Both stay
        in the history.
      </p>
      <div className={styles['sides']}>
        <TextSide
          title="Your version"
          note="What you wrote in this tab"
          parts={side('added')}
          action="Keep your version"
          isPrimary
          onChoose={() => onChoose('mine')}
        />
        <TextSide
          title="Saved version"
          note="What was saved in the meantime"
          parts={side('removed')}
          action="Use the saved version"
          onChoose={() => onChoose('theirs')}
        />
      </div>
      <div className={styles['both']}>
        <PlainButton onClick={() => onChoose('both')}>Keep both</PlainButton>
        <p className={styles['note']}>
          Puts both versions into the {noun}, one after the other where they differ, so that you can edit them.
        </p>
      </div>
    </section>
  );
}

function TextSide({
  title,
  note,
  parts,
  action,
  isPrimary = false,
  onChoose,
}: {
  title: string;
  note: string;
  parts: { kind: string; text: string }[];
  action: string;
  isPrimary?: boolean;
  onChoose: () => void;
}) {
  return (
    <article className={styles['side']} aria-label={title}>
      <h3>{title}</h3>
      <p className={styles['note']}>{note}</p>
      <div className={styles['text']} tabIndex={0} role="group" aria-label={`${title}: the text`}>
        {parts.map(({ kind, text }, at) =>
          kind === 'same' ? <span key={at}>{text}</span> : <mark key={at}>{text}</mark>,
        )}
      </div>
      <PlainButton variant={isPrimary ? 'primary' : 'plain'} onClick={onChoose}>
        {action}
      </PlainButton>
    </article>
  );
}
