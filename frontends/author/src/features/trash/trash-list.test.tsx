import { afterEach, describe, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { TrashList } from './components/trash-list.tsx';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const item = {
  id: 't1',
  kind: 'chapter',
  itemId: 'c1',
  title: 'Low Water',
  deletedAt: inDays(-3),
  purgeAt: inDays(26.5),
};
const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});
function open(answers: Parameters<typeof fakeApi>[0]) {
  api = fakeApi(answers);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <main id="content" tabIndex={-1}>
          <TrashList />
        </main>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

describe('TrashList', () => {
  it('lists items with their remaining time and restores one', async () => {
    let rows = [item];
    open({
      'GET /api/trash': () => ({ body: rows }),
      'POST /api/trash/t1/restore': () => {
        rows = [];
        return { body: { message: 'The chapter is back.' } };
      },
    });
    await screen.findByText('27 days left');
    expect(screen.getByText('Chapter')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Restore Low Water' }));
    await screen.findByText('The trash is empty');
    expect(toasts.at(-1)).toMatchObject({ title: 'Restored', description: 'The chapter is back.' });
  });

  it('moves the focus to the item in the place of the restored one, and to the content after the last one', async () => {
    let rows = ['t1', 't2', 't3'].map((id) => ({ ...item, id, title: `Part ${id}` }));
    const restore = (id: string) => () => {
      rows = rows.filter((row) => row.id !== id);
      return { body: { message: 'The chapter is back.' } };
    };
    open({
      'GET /api/trash': () => ({ body: rows }),
      ...Object.fromEntries(rows.map(({ id }) => [`POST /api/trash/${id}/restore`, restore(id)])),
    });
    const focusedName = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id;
    for (const [restored, next] of [
      ['t2', 'Restore Part t3'],
      ['t3', 'Restore Part t1'],
      ['t1', 'content'],
    ]) {
      const button = await screen.findByRole<HTMLButtonElement>('button', { name: `Restore Part ${restored}` });
      await waitFor(() => expect(button.disabled).toBe(false));
      await userEvent.click(button);
      await waitFor(() => expect(focusedName()).toBe(next));
    }
  });

  it('keeps an item that cannot be restored and shows the server’s message', async () => {
    open({
      'GET /api/trash': { body: [item] },
      'POST /api/trash/t1/restore': {
        status: 404,
        body: problemBody(
          404,
          'books.trash_not_found',
          'The book of this chapter is in the trash. Restore the book first.',
        ),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Restore Low Water' }));
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({
        title: 'The item could not be restored',
        description: 'The book of this chapter is in the trash. Restore the book first.',
        tone: 'destructive',
      }),
    );
    expect(screen.getByText('Low Water')).toBeDefined();
  });
});
