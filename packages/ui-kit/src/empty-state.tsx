import type { ReactNode } from 'react';
import { InkbearLogo } from './inkbear-logo.tsx';
import styles from './state.module.css';

/** The placeholder of an empty list: one sentence, one action, one example. */
export function EmptyState({
  title,
  text,
  action,
  example,
}: {
  title: string;
  text?: string;
  action?: ReactNode;
  example?: ReactNode;
}) {
  return (
    <div className={styles['state']}>
      <div className={styles['mark']}>
        <InkbearLogo size={56} />
      </div>
      <h2 className={styles['title']}>{title}</h2>
      {text !== undefined && <p className={styles['text']}>{text}</p>}
      {action !== undefined && <div className={styles['actions']}>{action}</div>}
      {example !== undefined && <p className={styles['example']}>{example}</p>}
    </div>
  );
}
