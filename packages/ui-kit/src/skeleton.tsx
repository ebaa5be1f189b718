import styles from './skeleton.module.css';

const widths = ['100%', '92%', '97%', '61%'];

/** Placeholders for lines of text that are loading. */
export function SkeletonLines({ count = 3 }: { count?: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles['line']} style={{ width: widths[at % widths.length] }} />
      ))}
    </div>
  );
}

/** Placeholders for cards that are loading; `height` in pixels if it is more than 132. */
export function SkeletonCards({ count = 3, height }: { count?: number; height?: number }) {
  return (
    <div aria-hidden className={styles['grid']}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles['card']} {...(height === undefined ? {} : { style: { height } })} />
      ))}
    </div>
  );
}
