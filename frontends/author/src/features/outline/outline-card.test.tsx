import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Book } from '@inkbear/contracts/books/book';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { OutlineCard } from './components/outline-card.tsx';

const toasts = collectToasts();
const analysis = {
  detailed: false,
  characters: ['Ida', 'Tom'],
  chapterCount: 3,
  describedChapters: 1,
  estimatedWords: 7500,
  gaps: ['There is no outline yet.', 'No character is named more than once.'],
};
let api: ReturnType<typeof fakeApi>;
let saved: string[];
beforeEach(() => {
  saved = [];
  Object.assign(URL, { createObjectURL: () => 'blob:pdf', revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  api.restore();
});
async function press(answer: Parameters<typeof fakeApi>[0][string]) {
  api = fakeApi({
    'GET /api/books/b1/outline-analysis': { body: analysis },
    'POST /api/books/b1/export-outline': answer,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <OutlineCard book={{ id: 'b1', title: 'The Salt Road', outline: 'Mara comes home.' } as Book} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Export Outline' }));
}

describe('outline PDF export', () => {
  it('downloads a file named after the book and shows a toast for five seconds', async () => {
    await press({ body: {} });
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Outline Export Complete!', durationMs: 5000 }]));
    expect(saved).toEqual(['The Salt Road-outline.pdf']);
  });

  it.each([
    [
      { status: 500, body: problemBody(500, 'export.failed', 'Failed to export PDF') },
      {
        title: 'Failed to export outline',
        description: 'Please try again. Reference: test',
        tone: 'destructive',
      },
    ],
    [
      new TypeError('Failed to fetch'),
      { title: 'Failed to export outline', description: 'Please try again.', tone: 'destructive' },
    ],
    [
      { status: 401, body: problemBody(401, 'auth.signed_out', 'You are logged out. Logging in again...') },
      { title: 'Unauthorized', description: 'You are logged out. Logging in again...' },
    ],
  ])('shows an error toast when it fails', async (answer, expected) => {
    await press(answer);
    await waitFor(() => expect(toasts).toMatchObject([expected]));
    expect(saved).toEqual([]);
  });
});

it('cancels the outline PDF without an error', async () => {
  await press(() => new Promise(() => undefined));
  await waitFor(() => expect(api.requests.some(({ route }) => route.endsWith('/export-outline'))).toBe(true));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull());
  expect(api.aborted.map(({ route }) => route)).toEqual(['POST /api/books/b1/export-outline']);
  expect([toasts, saved]).toEqual([[], []]);
});

it('shows the outline analysis', async () => {
  await press({ body: {} });
  for (const text of [
    '1 of 3',
    '7,500',
    'A sketch',
    'Characters found: Ida, Tom',
    '2 gaps to fill',
    'Mara comes home.',
  ])
    await screen.findByText(text);
});
