import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useState } from 'react';
import { after, before, countWords, passage } from '../demo-passage.ts';
import styles from './manuscript-demo.module.css';

/** A labelled demonstration of how a proposal is read and answered; nothing here is a real book. */
export function ManuscriptDemo() {
  const [answer, setAnswer] = useState<'open' | 'accepted' | 'discarded'>('open');
  const saved = countWords(before(passage)) - countWords(after(passage));
  return (
    <figure className={styles['sheet']} aria-label="Demo of a proposal in the editor">
      <div className={styles['bar']}>
        <span className={styles['book']}>The Salt Road</span>
        <span className={styles['demo']}>Demo</span>
      </div>
      <div className={styles['page']}>
        <p className={styles['chapter']}>Chapter three</p>
        <p className={styles['prose']}>
          {answer === 'open'
            ? passage.map(({ kind, text }, at) =>
                kind === 'cut' ? (
                  <del key={at}>{text}</del>
                ) : kind === 'added' ? (
                  <ins key={at}>{text}</ins>
                ) : (
                  <span key={at}>{text}</span>
                ),
              )
            : answer === 'accepted'
              ? after(passage)
              : before(passage)}
        </p>
        <p className={styles['prose']}>
          Outside, a rope knocked against a mast, the way it had on every night of her childhood.
        </p>
      </div>
      <div className={styles['card']} aria-live="polite">
        {answer === 'open' ? (
          <>
            <p className={styles['asked']}>
              <strong>Tighten this paragraph.</strong> {saved} words shorter, same meaning.
            </p>
            <div className={styles['actions']}>
              <PlainButton look="primary" onClick={() => setAnswer('accepted')}>
                Accept
              </PlainButton>
              <PlainButton look="quiet" onClick={() => setAnswer('discarded')}>
                Discard
              </PlainButton>
            </div>
          </>
        ) : (
          <>
            <p className={styles['asked']}>
              {answer === 'accepted'
                ? 'Accepted. Your old sentence stays in the history.'
                : 'Discarded. Your sentence is as you left it.'}
            </p>
            <div className={styles['actions']}>
              <PlainButton look="plain" onClick={() => setAnswer('open')}>
                Undo
              </PlainButton>
            </div>
          </>
        )}
      </div>
    </figure>
  );
}
