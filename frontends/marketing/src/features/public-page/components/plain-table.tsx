import { useId } from 'react';
import styles from './plain-table.module.css';

interface Props {
  /** Says what the table shows; read before it and seen above it. */
  caption: string;
  head: string[];
  rows: string[][];
  /** Two short columns fit everywhere and need no scrolling. */
  isNarrow?: boolean;
}

/** Rows with their name in front; on a narrow screen the table scrolls within itself. */
export function PlainTable({ caption, head, rows, isNarrow = false }: Props) {
  const id = useId();
  const table = (
    <table className={`${styles['table']} ${isNarrow ? styles['narrow'] : ''}`}>
      <caption id={id}>{caption}</caption>
      <thead><tr>{head.map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
      <tbody>
        {rows.map(([name, ...cells]) => <tr key={name}><th scope="row">{name}</th>{cells.map((cell, at) => <td key={at}>{cell}</td>)}</tr>)}
      </tbody>
    </table>
  );
  return isNarrow ? table : <div className={styles['frame']} role="region" aria-labelledby={id} tabIndex={0}>{table}</div>;
}
