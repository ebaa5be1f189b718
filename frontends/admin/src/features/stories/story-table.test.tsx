import { afterEach, expect, it } from '@jest/globals';
import { fakeApi } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '../../kit/testing/render-console.tsx';
import StoryTable from './story-table.tsx';

let api: ReturnType<typeof fakeApi>;
const toasts = collectToasts();
afterEach(() => {
  cleanup();
  api.restore();
});
const story = {
  id: 's1',
  title: 'At the forge',
  userName: 'Ada Marsh',
  userEmail: 'ada@example.org',
  category: '',
  wordCount: 1500,
  createdAt: '2026-01-02T00:00:00.000Z',
};

it('deletes a story after confirmation and reports a failure', async () => {
  let isUp = false;
  api = fakeApi({
    'GET /api/admin/personal-stories': { body: [story] },
    'DELETE /api/admin/personal-stories/s1': () => {
      if (!isUp) throw new TypeError('Failed to fetch');
      return { body: { message: 'It is in its owner’s trash.' } };
    },
  });
  renderConsole(<StoryTable />, '/admin?tab=personal-stories');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete At the forge' }));
  expect(screen.getByRole('cell', { name: 'General' })).toBeTruthy();
  const deletes = () => api.requests.filter(({ route }) => route.startsWith('DELETE')).length;
  expect(deletes()).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Delete story' }));
  await waitFor(() =>
    expect(toasts.at(-1)).toEqual({
      title: 'Error',
      description: 'Failed to delete personal story',
      tone: 'destructive',
    }),
  );
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Delete story' }));
  await waitFor(() =>
    expect(toasts.at(-1)).toEqual({ title: 'Personal Story Deleted', description: 'It is in its owner’s trash.' }),
  );
  expect(deletes()).toBe(2);
});
