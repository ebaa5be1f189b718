import type { ReactNode } from 'react';
import styles from './ideas.module.css';

/** What was found, told to those who do not see it as well. */
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
        <h3 id={id}>{text}</h3>
        <p role="status" className="visually-hidden">
          {text}
        </p>
        <p className={styles['note']}>{note}</p>
      </div>
      {children}
    </header>
  );
}
