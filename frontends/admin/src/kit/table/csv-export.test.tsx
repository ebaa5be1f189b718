import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListPage, ListSource } from '../lists/list-source.ts';
import { CsvExport } from './csv-export.tsx';

interface Row {
  name: string;
}
const toasts = collectToasts();
let files: Blob[];
let names: string[];
beforeEach(() => {
  files = [];
  names = [];
  URL.createObjectURL = (file) => {
    files.push(file as Blob);
    return 'blob:x';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

/** A source whose pages arrive one at a time, when `deliverPage` is called. */
function pages() {
  const waiting: ((page: ListPage<Row>) => void)[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const source: ListSource<Row> = {
    key: [],
    load: (_params, signal) =>
      new Promise((resolve, reject) => {
        signals.push(signal);
        waiting.push(resolve);
        signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      }),
  };
  return {
    source,
    signals,
    deliverPage: (page: ListPage<Row>) =>
      act(async () => {
        waiting.shift()?.(page);
        await Promise.resolve();
      }),
  };
}
const show = (source: ListSource<Row>) =>
  render(
    <CsvExport
      name="books"
      source={source}
      params={{ q: 'x' }}
      columns={[
        { id: 'name', title: 'Name', cell: ({ name }) => name, csvValue: ({ name }) => name },
        { id: 'way', title: 'Way', cell: () => 'only on the screen' },
      ]}
    />,
  );

it('shows its progress and saves one file of all pages', async () => {
  const { source, deliverPage } = pages();
  show(source);
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(screen.getByRole('status').textContent).toBe('0 rows so far…');
  await deliverPage({ rows: [{ name: 'Ada' }, { name: '=1+1' }], next: 'two' });
  await screen.findByText('2 rows so far…');
  await deliverPage({ rows: [{ name: 'Bo' }], next: null });
  await waitFor(() => expect(toasts.at(-1)?.description).toBe('3 rows are in the file.'));
  // Reading as text removes the byte order mark.
  expect(new Uint8Array(await bytesOf(files[0])).slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  expect(new TextDecoder().decode(await bytesOf(files[0]))).toBe("Name\r\nAda\r\n'=1+1\r\nBo\r\n");
  expect(names[0]).toMatch(/^inkbear-books-\d{4}-\d\d-\d\d\.csv$/);
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeTruthy();
});

it('stops on cancel without a file or an error', async () => {
  const { source, signals, deliverPage } = pages();
  show(source);
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await deliverPage({ rows: [{ name: 'Ada' }], next: 'two' });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel export' }));
  await screen.findByRole('button', { name: 'Export CSV' });
  expect(signals.at(-1)?.aborted).toBe(true);
  expect(files).toEqual([]);
  expect(toasts).toEqual([]);
});

it('saves no file when a page fails to load', async () => {
  show({
    key: [],
    load: (params) =>
      params['cursor'] === undefined
        ? Promise.resolve({ rows: [{ name: 'Ada' }], next: 'two' })
        : Promise.reject(new TypeError('Failed to fetch')),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() =>
    expect(toasts.at(-1)).toEqual({
      title: 'Export failed',
      description: 'Not all rows could be loaded, so no file was created. Please try again.',
      tone: 'destructive',
    }),
  );
  expect(files).toEqual([]);
});

const bytesOf = (file: Blob | undefined): Promise<ArrayBuffer> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(file ?? new Blob());
  });
