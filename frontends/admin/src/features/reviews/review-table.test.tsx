import { afterEach, expect, it } from '@jest/globals';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chooseOption } from '../../kit/testing/choose-option.ts';
import { renderConsole } from '../../kit/testing/render-console.tsx';
import ReviewTable from './review-table.tsx';

let api: ReturnType<typeof fakeApi>;
const toasts = collectToasts();
afterEach(() => {
  cleanup();
  api.restore();
});
const review = {
  id: 'r1',
  rating: 4,
  title: 'It got me to the end',
  content: 'Six years, then a winter.',
  bookTitle: null,
  isVerified: true,
  createdAt: '2026-01-02T00:00:00.000Z',
  userEmail: 'ada@example.org',
  state: 'pending',
};

it('shows pending reviews, and decided ones by filter', async () => {
  api = fakeApi({
    'GET /api/admin/reviews/pending': ({ query }) => ({
      body: query.get('state') === 'approved' ? [{ ...review, state: 'approved' }] : [review],
    }),
  });
  const { currentUrl } = renderConsole(<ReviewTable />, '/admin?tab=reviews');
  const row = within(await screen.findByRole('row', { name: /It got me to the end/ }));
  expect(row.getByText('4 of 5')).toBeTruthy();
  expect(row.getByText('ada@example.org')).toBeTruthy();
  await chooseOption('Show', 'Approved');
  await waitFor(() => expect(currentUrl()).toBe('/admin?tab=reviews&state=approved'));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull());
  expect(screen.getByRole('button', { name: 'Reject It got me to the end' })).toBeTruthy();
});

it.each([
  ['Approve', 'approve', 'Review Approved', 'Error approving review'],
  ['Reject', 'reject', 'Review Rejected', 'Error rejecting review'],
])('%s shows the outcome or the error in a toast', async (button, path, title, sentence) => {
  let tries = 0;
  api = fakeApi({
    'GET /api/admin/reviews/pending': { body: [review] },
    [`POST /api/admin/reviews/r1/${path}`]: () => {
      tries += 1;
      if (tries === 1) throw new TypeError('Failed to fetch');
      return tries === 2
        ? { status: 404, body: problemBody(404, 'reviews.not_found', 'Review Not Found') }
        : { body: { message: 'Done.' } };
    },
  });
  renderConsole(<ReviewTable />, '/admin?tab=reviews');
  const press = async () =>
    userEvent.click(await screen.findByRole('button', { name: `${button} It got me to the end` }));
  await press();
  await waitFor(() => expect(toasts.at(-1)).toEqual({ title: 'Error', description: sentence, tone: 'destructive' }));
  await press();
  await waitFor(() => expect(toasts.at(-1)?.description).toBe('Review Not Found'));
  await press();
  await waitFor(() => expect(toasts.at(-1)).toEqual({ title, description: 'Done.' }));
});
