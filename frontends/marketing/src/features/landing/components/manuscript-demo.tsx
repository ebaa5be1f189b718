import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useState } from 'react';
import { countWords, passage, textAfter, textBefore } from '../demo-passage.ts';
import styles from './manuscript-demo.module.css';

const tags = { kept: 'span', cut: 'del', added: 'ins' } as const;

type Decision = 'open' | 'accepted' | 'discarded';

/** A labelled demonstration of a proposal in the editor, with an invented book. */
export function ManuscriptDemo() {
  const [decision, setDecision] = useState<Decision>('open');
  return (
    <figure className={styles['sheet']} aria-label="Demo of a proposal in the editor">
      <div className={styles['bar']}>
        <span className={styles['book']}>The Salt Road</span>
        <span className={styles['demo']}>Demo</span>
      </div>
      <div className={styles['page']}>
        <p className={styles['chapter']}>Chapter three</p>
        <p className={styles['prose']}>
          <Passage decision={decision} />
        </p>
        <p className={styles['prose']}>
          Outside, a rope knocked against a mast, the way it had on every night of her childhood.
        </p>
      </div>
      <ProposalCard decision={decision} onDecide={setDecision} />
    </figure>
  );
}

function Passage({ decision }: { decision: Decision }) {
  if (decision === 'accepted') return textAfter(passage);
  if (decision === 'discarded') return textBefore(passage);
  return passage.map(({ kind, text }, index) => {
    const Tag = tags[kind];
    return <Tag key={index}>{text}</Tag>;
  });
}

function ProposalCard({ decision, onDecide }: { decision: Decision; onDecide: (decision: Decision) => void }) {
  if (decision !== 'open')
    return (
      <div className={styles['card']} aria-live="polite">
        <p className={styles['asked']}>
          {decision === 'accepted'
            ? 'Accepted. Your old sentence stays in the history.'
            : 'Discarded. Your sentence is as you left it.'}
        </p>
        <div className={styles['actions']}>
          <PlainButton variant="plain" onClick={() => onDecide('open')}>
            Undo
          </PlainButton>
        </div>
      </div>
    );
  const wordsSaved = countWords(textBefore(passage)) - countWords(textAfter(passage));
  return (
    <div className={styles['card']} aria-live="polite">
      <p className={styles['asked']}>
        <strong>Tighten this paragraph.</strong> {wordsSaved} words shorter, same meaning.
      </p>
      <div className={styles['actions']}>
        <PlainButton variant="primary" onClick={() => onDecide('accepted')}>
          Accept
        </PlainButton>
        <PlainButton variant="quiet" onClick={() => onDecide('discarded')}>
          Discard
        </PlainButton>
      </div>
    </div>
  );
}
