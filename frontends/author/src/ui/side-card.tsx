import { type ReactNode, useId } from 'react';
import styles from './side-card.module.css';

interface Props {
  title: string;
  /** The level of the heading. A card of level 3 is in a tool panel, below the panel's heading, and is more compact. */
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
