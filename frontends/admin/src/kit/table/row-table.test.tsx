import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Column } from './column.ts';
import { RowTable } from './row-table.tsx';

interface Row {
  id: string;
  pages: number;
}
const columns: readonly Column<Row>[] = [
  { id: 'name', title: 'Name', cell: ({ id }) => id, sorts: ['name', '-name'] },
  { id: 'pages', title: 'Pages', cell: ({ pages }) => pages, sorts: ['-pages'], isNumber: true },
];
afterEach(cleanup);

function Table({
  ids,
  opened = [],
  sorted = [],
  sort = 'name',
}: {
  ids: string[];
  opened?: string[];
  sorted?: string[];
  sort?: string;
}) {
  return (
    <RowTable
      caption="Books"
      columns={columns}
      rows={ids.map((id) => ({ id, pages: id.length }))}
      idOf={({ id }) => id}
      sort={sort}
      onSort={(next) => sorted.push(next)}
      openRowId={null}
      onOpen={(id) => opened.push(id)}
      actions={({ id }) => <button type="button">Bin {id}</button>}
    />
  );
}
const opener = (name: string) => screen.getByRole('button', { name });

it('is one tab stop; arrows, Home and End move between rows', async () => {
  render(<Table ids={['a', 'b', 'c']} />);
  act(() => opener('a').focus());
  await userEvent.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(opener('c'));
  await userEvent.keyboard('{Home}');
  expect(document.activeElement).toBe(opener('a'));
  await userEvent.keyboard('{End}');
  expect(document.activeElement).toBe(opener('c'));
  expect(screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('button').tabIndex)).toEqual([
    -1, -1, 0,
  ]);
});

it('focuses the next row when the focused one disappears', () => {
  const { rerender } = render(<Table ids={['a', 'b', 'c']} />);
  act(() => screen.getByRole('button', { name: 'Bin b' }).focus());
  rerender(<Table ids={['a', 'c']} />);
  expect(document.activeElement).toBe(opener('c'));
  rerender(<Table ids={['a']} />);
  expect(document.activeElement).toBe(opener('a'));
  act(() => (document.activeElement as HTMLElement).blur());
});

it('does not move the focus while the row of a button that lost it is still there', () => {
  const { rerender } = render(<Table ids={['a', 'b']} />);
  act(() => screen.getByRole('button', { name: 'Bin b' }).focus());
  // As when the button is disabled while its request runs.
  act(() => screen.getByRole('button', { name: 'Bin b' }).blur());
  rerender(<Table ids={['a', 'b']} />);
  expect(document.activeElement).toBe(document.body);
});

it('opens a row on Enter and on a click anywhere but on its controls', async () => {
  const opened: string[] = [];
  render(<Table ids={['a', 'bb']} opened={opened} />);
  act(() => opener('a').focus());
  await userEvent.keyboard('{Enter}');
  await userEvent.click(screen.getByRole('cell', { name: '2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Bin bb' }));
  expect(opened).toEqual(['a', 'bb']);
});

it('sorts by a column, in the other order on the second press', async () => {
  const sorted: string[] = [];
  const { rerender } = render(<Table ids={['a']} sorted={sorted} />);
  expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe('ascending');
  await userEvent.click(screen.getByRole('columnheader', { name: /Name/ }));
  await userEvent.click(screen.getByRole('columnheader', { name: /Pages/ }));
  rerender(<Table ids={['a']} sorted={sorted} sort="-pages" />);
  expect(screen.getByRole('columnheader', { name: /Pages/ }).getAttribute('aria-sort')).toBe('descending');
  await userEvent.click(screen.getByRole('columnheader', { name: /Pages/ }));
  expect(sorted).toEqual(['-name', '-pages', '-pages']);
});
