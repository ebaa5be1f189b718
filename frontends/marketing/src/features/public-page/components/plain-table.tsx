import { useId } from 'react';
import styles from './plain-table.module.css';

interface Props {
  /** Says what the table shows; read before it and seen above it. */
  caption: string;
  head: string[];
  rows: string[][];
}

/** Rows with their name in front. Up to three columns fit a phone; with more the table scrolls within itself there. */
export function PlainTable({ caption, head, rows }: Props) {
  const id = useId();
  const isWide = head.length > 3;
  const table = (
    <table className={`${styles['table']} ${isWide ? styles['wide'] : head.length === 2 ? styles['short'] : ''}`}>
      <caption id={id}>{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return isWide ? (
    <div className={styles['frame']} role="region" aria-labelledby={id} tabIndex={0}>
      {table}
    </div>
  ) : (
    table
  );
}
