import type { ImportLoss } from '@inkbear/contracts/export/import';
import { lossText } from '../import-texts.ts';
import styles from './imports.module.css';

/** What could not be taken over as it was, with the first places of each kind. */
export function LossReport({ losses }: { losses: readonly ImportLoss[] }) {
  if (losses.length === 0) return <p className={styles['note']}>The whole file was imported without changes.</p>;
  return (
    <details className={styles['report']}>
      <summary>Changed or left out: {losses.map(lossText).join(', ')}</summary>
      <ul role="list" className={styles['losses']}>
        {losses.map((loss, index) => (
          <li key={index}>
            <p>
              <strong>{lossText(loss)}.</strong> {loss.result}
            </p>
            {loss.places.map(({ chapter, quote }, at) => (
              <p key={at} className={styles['note']}>
                {[chapter, quote && `“${quote}”`].filter(Boolean).join(': ')}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
