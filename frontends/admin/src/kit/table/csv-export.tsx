import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { saveFile } from '@inkbear/web-kit/save-file.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../feedback.ts';
import { formatNumber } from '../format.ts';
import { collectRows } from '../lists/collect-rows.ts';
import { toCsv } from '../lists/csv.ts';
import type { ListSource, ListWords } from '../lists/list-source.ts';
import type { Column } from './column.ts';
import styles from './toolbar.module.css';

interface Props<Row> {
  name: string;
  source: ListSource<Row>;
  words: ListWords;
  columns: readonly Column<Row>[];
}

/**
 * All pages of the present filter as a file. How many rows there are nobody knows before the end, so none is promised.
 */
export function CsvExport<Row>({ name, source, words, columns }: Props<Row>) {
  const [count, setCount] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const run = async () => {
    const stop = new AbortController();
    running.current = stop;
    setCount(0);
    try {
      const rows = await collectRows(source, words, { signal: stop.signal, onProgress: setCount });
      saveFile(
        new Blob([toCsv(fileColumns(columns), rows)], { type: 'text/csv;charset=utf-8' }),
        `inkbear-${name}-${new Date().toISOString().slice(0, 10)}.csv`,
      );
      showToast({
        title: 'Export finished',
        description: rows.length === 1 ? '1 row is in the file.' : `${formatNumber(rows.length)} rows are in the file.`,
      });
    } catch (error) {
      const text = failureText(error, 'Not all rows arrived, so no file was made. Please try again.');
      if (!stop.signal.aborted && text !== null)
        showToast({ title: 'Export failed', description: text, tone: 'destructive' });
    } finally {
      setCount(null);
    }
  };
  if (count === null)
    return (
      <PlainButton small onClick={() => void run()}>
        Export CSV
      </PlainButton>
    );
  return (
    <span className={styles['export']}>
      <span role="status">{formatNumber(count)} rows so far…</span>
      <PlainButton small onClick={() => running.current?.abort()}>
        Cancel export
      </PlainButton>
    </span>
  );
}

const fileColumns = <Row,>(columns: readonly Column<Row>[]) =>
  columns.flatMap(({ title, file }) => (file === undefined ? [] : [{ title, value: file }]));
