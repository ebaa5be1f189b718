import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { discardAfterSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { afterEach, expect } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation, useRoutes } from 'react-router-dom';
import ToolsPage from '../tools-page.tsx';

export type Answers = Parameters<typeof fakeApi>[0];
export const plans = {
  free: { plan: 'free', isActive: false },
  monthly: { plan: 'pro_monthly', isActive: true },
  oneoff: { plan: 'pro_oneoff', isActive: true },
  lapsed: { plan: 'pro_oneoff', isActive: false },
};
export const visitor: Answers = {
  'GET /api/user': {
    status: 401,
    body: problemBody(401, 'auth.signed_out', 'You are logged out. Logging in again...'),
  },
};
export const ideas = (used: number, max: number | null) => ({
  body: [{ limit: 'ideas', used, max, resetsAt: '2026-12-01T00:00:00.000Z' }],
});

let api: ReturnType<typeof fakeApi>;
let shown = '';
/** The current URL. */
export const address = () => shown;
export const requestsTo = (route: string) => api.requests.filter((request) => request.route === route);
export const requestedRoutes = () => api.requests.map(({ route }) => route);
export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const valueOf = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
export const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
/** Waits until the button is enabled, then presses it. */
export async function press(name: string | RegExp): Promise<void> {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
}

const Pages = () => {
  const { pathname, search } = useLocation();
  shown = pathname + search;
  return useRoutes([
    { path: '/tools', element: <ToolsPage /> },
    { path: '/book/:id', element: <p>the book</p> },
  ]);
};
const show = (path: string) =>
  void render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Pages />
      </MemoryRouter>
    </QueryClientProvider>,
  );

/** Opens the tools page for a user with this plan; `again` reopens it in the same tab. */
export function open(path: string, answers: Answers = {}, plan: keyof typeof plans = 'free') {
  api = fakeApi({
    'GET /api/user': { body: fakeUser },
    'GET /api/user/plan-status': { body: { ...plans[plan], planEndDate: null, exportUntil: null } },
    'GET /api/ai/status': { body: { provider: 'openai-responses', model: 'm' } },
    'GET /api/ai/limits': ideas(2, 5),
    'GET /api/ai/results': { body: [] },
    'GET /api/books/allowance': { body: { plan: 'free', used: 0, max: 1, credits: 0, renewsAt: null, refusal: null } },
    ...answers,
  });
  show(path);
  return {
    again: (where: string) => {
      cleanup();
      show(where);
    },
  };
}

/** Registers the clean-up after each test; call it once per file. */
export function cleanUpAfterEach(): void {
  afterEach(async () => {
    cleanup();
    api.restore();
    await discardAfterSignOut();
  });
}
