import { countWords } from '@inkbear/prose/word-count';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import type { PartialText } from '../hooks/use-generate-chapter.ts';
import styles from './full-chapter.module.css';

interface Props {
  partial: PartialText;
  language: string;
  onKeep: () => void;
  onDiscard: () => void;
}

/**
 * A generated text that was stopped, failed midway or could not be inserted. It is not in the chapter until the author
 * accepts it.
 */
export function PartialChapter({ partial: { text, why: reason }, language, onKeep, onDiscard }: Props) {
  return (
    <section className={styles['preview']} aria-label="A generated text that is not in the chapter">
      <header className={styles['writing']}>
        <p role="status">{reason}</p>
        <span className={styles['note']}>{formatNumber(countWords(text))} words</span>
        <PlainButton variant="primary" onClick={onKeep}>
          Insert into the chapter
        </PlainButton>
        <PlainButton variant="quiet" onClick={onDiscard}>
          Discard
        </PlainButton>
      </header>
      <div className={styles['streamed']} lang={language} tabIndex={0} role="group" aria-label="The generated text">
        {text}
      </div>
    </section>
  );
}
