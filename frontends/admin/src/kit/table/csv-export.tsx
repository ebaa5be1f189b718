import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { saveFile } from '@inkbear/web-kit/save-file.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../failure-text.ts';
import { toCsv } from '../lists/csv.ts';
import { fetchAllRows } from '../lists/fetch-all-rows.ts';
import type { ListParams, ListSource } from '../lists/list-source.ts';
import type { Column } from './column.ts';
import styles from './toolbar.module.css';

interface Props<Row> {
  name: string;
  source: ListSource<Row>;
  params: ListParams;
  columns: readonly Column<Row>[];
}

/** Downloads all rows of the current filter. Their number is unknown until the end, so the progress has no total. */
export function CsvExport<Row>({ name, source, params, columns }: Props<Row>) {
  const [count, setCount] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    setCount(0);
    try {
      const rows = await fetchAllRows(source, params, { signal: controller.signal, onProgress: setCount });
      saveFile(
        new Blob([toCsv(toCsvColumns(columns), rows)], { type: 'text/csv;charset=utf-8' }),
        `inkbear-${name}-${new Date().toISOString().slice(0, 10)}.csv`,
      );
      showToast({
        title: 'Export finished',
        description: rows.length === 1 ? '1 row is in the file.' : `${formatNumber(rows.length)} rows are in the file.`,
      });
    } catch (error) {
      const description = failureText(error, 'Not all rows could be loaded, so no file was created. Please try again.');
      if (!controller.signal.aborted && description !== null)
        showToast({ title: 'Export failed', description, tone: 'destructive' });
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

const toCsvColumns = <Row,>(columns: readonly Column<Row>[]) =>
  columns.flatMap(({ title, csvValue }) => (csvValue === undefined ? [] : [{ title, value: csvValue }]));
