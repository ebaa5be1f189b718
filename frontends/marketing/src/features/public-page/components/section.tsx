import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface Props {
  title: string;
  /** A line under the title. */
  note?: string;
  /** The content takes the whole width below the title instead of the column beside it. */
  isWide?: boolean;
  children: ReactNode;
}

/** One part of a public page: its title on the left, what it says on the right. */
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
