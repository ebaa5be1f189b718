import styles from './external-link.module.css';

/** A link to another site, in a new tab. */
export function ExternalLink({ href, text, isButton = false }: { href: string; text: string; isButton?: boolean }) {
  return (
    <a className={isButton ? styles['button'] : styles['link']} href={href} target="_blank" rel="noopener noreferrer">
      {text}
      <span aria-hidden className={styles['arrow']}>
        ↗
      </span>
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
