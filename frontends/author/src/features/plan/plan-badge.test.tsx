import { afterEach, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { PlanBadge } from './components/plan-badge.tsx';

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});
const show = (answer: Parameters<typeof fakeApi>[0][string]) => {
  api = fakeApi({ 'GET /api/user': { body: fakeUser }, 'GET /api/user/plan-status': answer });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PlanBadge />
    </QueryClientProvider>,
  );
};
const status = (plan: string, isActive: boolean) => ({
  body: { plan, isActive, planEndDate: null, exportUntil: null },
});

it.each([
  [status('free', false), 'Free'],
  [status('pro_monthly', true), 'Pro Monthly · active'],
  [status('pro_oneoff', true), 'Pro One-off · active'],
  [status('pro_oneoff', false), 'Pro One-off · inactive'],
  [status('gold', true), 'Plan unknown'],
  [{ status: 401, body: problemBody(401, 'auth.signed_out', 'You are logged out.') }, 'Plan unknown'],
])('%j is shown as %s', async (answer, text) => {
  show(answer);
  expect(screen.getByText('Loading plan…')).toBeDefined();
  await screen.findByText(text);
});
