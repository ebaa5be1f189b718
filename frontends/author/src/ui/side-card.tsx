import { type ReactNode, useId } from 'react';
import styles from './side-card.module.css';

interface Props {
  title: string;
  /** Of the heading. A card in a tool panel is below the panel's own heading, and has less room. */
  level: 2 | 3;
  children: ReactNode;
}

/** One card of the sidebar. */
export function SideCard({ title, level, children }: Props) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={styles['card']} data-level={level} aria-labelledby={id}>
      <Heading id={id} className={styles['title']}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

/** Names and values, one pair in each row. */
export const FactList = ({ children }: { children: ReactNode }) => <dl className={styles['facts']}>{children}</dl>;
