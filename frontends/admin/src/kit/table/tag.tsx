import styles from './tag.module.css';

/** A state in a word; the colour only repeats it. */
export function Tag({ tone = 'plain', children }: { tone?: 'plain' | 'good' | 'bad' | 'accent'; children: string }) {
  return <span className={`${styles['tag']} ${styles[tone]}`}>{children}</span>;
}
