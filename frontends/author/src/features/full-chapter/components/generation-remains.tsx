import { countWords } from '@inkbear/prose/word-count';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import type { Remains } from '../api/generate-whole.ts';
import styles from './full-chapter.module.css';

interface Props {
  remains: Remains;
  language: string;
  onKeep: () => void;
  onDiscard: () => void;
}

/** A chapter's text that was stopped, broke off or was not taken; nothing of it is in the chapter until it is put there. */
export function GenerationRemains({ remains: { text, why }, language, onKeep, onDiscard }: Props) {
  return (
    <section className={styles['preview']} aria-label="What had arrived">
      <header className={styles['writing']}>
        <p role="status">{why}</p>
        <span className={styles['note']}>{countWords(text).toLocaleString('en-GB')} words</span>
        <PlainButton look="primary" onClick={onKeep}>
          Put it in the chapter
        </PlainButton>
        <PlainButton look="quiet" onClick={onDiscard}>
          Discard
        </PlainButton>
      </header>
      <div
        className={styles['streamed']}
        lang={language}
        tabIndex={0}
        role="group"
        aria-label="The text that had arrived"
      >
        {text}
      </div>
    </section>
  );
}
