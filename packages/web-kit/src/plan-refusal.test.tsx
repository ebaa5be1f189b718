import { afterEach, expect, it } from '@jest/globals';
import { updateBook } from '@inkbear/contracts/books/book';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { call } from './api.ts';
import { createQueryClient } from './query-client.ts';
import { usePlanCard, usePlanStatus } from './session.tsx';
import { fakeApi, fakeUser, problemBody } from './testing/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});

function Plan() {
  const { data } = usePlanStatus();
  usePlanCard();
  return <p>{data?.plan}</p>;
}
const countRequests = (route: string) => api.requests.filter((request) => request.route === route).length;

it.each([
  ['plan.read_only', 2],
  ['books.allowance_used', 1],
])('a direct call refused with %s results in %i requests for the plan', async (code, times) => {
  api = fakeApi({
    'GET /api/user': { body: fakeUser },
    'GET /api/user/plan-status': { body: { plan: 'free', isActive: false, planEndDate: null, exportUntil: null } },
    'GET /api/billing/subscription': { body: { plan: 'free' } },
    'PUT /api/books/b1': { status: 403, body: problemBody(403, code, '') },
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Plan />
    </QueryClientProvider>,
  );
  await screen.findByText('free');
  await expect(call(updateBook, { params: { id: 'b1' }, body: {} })).rejects.toThrow('403');
  await waitFor(() =>
    expect(['GET /api/user', 'GET /api/user/plan-status', 'GET /api/billing/subscription'].map(countRequests)).toEqual([
      times,
      times,
      times,
    ]),
  );
});
