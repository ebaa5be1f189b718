import type { ReactNode } from 'react';
import styles from './ideas.module.css';

/** The heading of a result, also announced to screen readers. */
export function Heading({
  id,
  text,
  note,
  children,
}: {
  id: string;
  text: string;
  note: string;
  children?: ReactNode;
}) {
  return (
    <header className={styles['heading']}>
      <div>
        <h3 id={id} tabIndex={-1} data-focus="result">
          {text}
        </h3>
        <p role="status" className="visually-hidden">
          {text}
        </p>
        <p className={styles['note']}>{note}</p>
      </div>
      {children}
    </header>
  );
}
