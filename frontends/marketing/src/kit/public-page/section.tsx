import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface Props {
  title: string;
  /** A line under the title. */
  note?: string;
  /** Puts the content below the title, over the whole width. */
  isWide?: boolean;
  children: ReactNode;
}

/** A section of a public page: its title at the left, its content at the right. */
export function Section({ title, note, isWide = false, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`${styles['section']} ${isWide ? styles['wide'] : ''}`}>
      <div>
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p className={styles['note']}>{note}</p>}
      </div>
      <div className={styles['content']}>{children}</div>
    </section>
  );
}
