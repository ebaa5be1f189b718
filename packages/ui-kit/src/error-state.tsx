import type { ReactNode } from 'react';
import styles from './state.module.css';

/** An error that replaces content: what happened, what was kept, what the user can do. */
export function ErrorState({
  title,
  text,
  reassurance,
  action,
  level = 1,
}: {
  title: string;
  text: ReactNode;
  reassurance?: string;
  action?: ReactNode;
  level?: 1 | 2;
}) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles['state']} role="alert">
      <Title className={styles['title']}>{title}</Title>
      <p className={styles['text']}>{text}</p>
      {reassurance !== undefined && <p className={styles['reassurance']}>{reassurance}</p>}
      {action !== undefined && <div className={styles['actions']}>{action}</div>}
    </div>
  );
}
