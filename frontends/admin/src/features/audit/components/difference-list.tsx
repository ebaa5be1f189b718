import { differencesOf } from '../differences.ts';
import styles from './difference-list.module.css';

/** The changed fields of an action, before and after. */
export function DifferenceList({ before, after }: { before: unknown; after: unknown }) {
  const differences = differencesOf(before, after);
  if (differences.length === 0) return <p className={styles['none']}>No values were recorded for this action.</p>;
  return (
    <dl className={styles['list']}>
      {differences.map(({ name, before: was, after: is }) => (
        <div key={name}>
          <dt>{name}</dt>
          {was !== undefined && (
            <dd>
              <del>
                <span className="visually-hidden">before </span>
                {was}
              </del>
            </dd>
          )}
          {is !== undefined && (
            <dd>
              <ins>
                <span className="visually-hidden">after </span>
                {is}
              </ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
