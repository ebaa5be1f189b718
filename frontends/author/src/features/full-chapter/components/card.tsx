import { type ReactNode, useId } from 'react';
import styles from './full-chapter.module.css';

/** One card of the sidebar. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h2 id={id} className={styles['cardTitle']}>
        {title}
      </h2>
      {children}
    </section>
  );
}
