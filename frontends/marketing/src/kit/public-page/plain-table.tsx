import { useId } from 'react';
import styles from './plain-table.module.css';

interface Props {
  /** Describes the table, above it. */
  caption: string;
  head: string[];
  rows: string[][];
}

/** A table with row headers. Up to three columns fit a phone; a wider table scrolls there. */
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
            {cells.map((cell, index) => (
              <td key={index}>{cell}</td>
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
