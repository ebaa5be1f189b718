import { afterEach, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { sessionQuery } from '@inkbear/web-kit/session.tsx';
import { sessionHint } from '@inkbear/web-kit/session-hint.ts';
import { type FakeAnswer, fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import AccountPage from '../../pages/account-page.tsx';

const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  sessionHint.remove();
  api.restore();
});

function open(answer: Parameters<typeof fakeApi>[0][string], user = fakeUser) {
  api = fakeApi({ 'GET /api/user': { body: user }, 'PUT /api/user': answer });
  sessionHint.set();
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, fakeUser);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <AccountPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save name' });
const sentBodies = () => api.requests.filter(({ route }) => route === 'PUT /api/user').map(({ body }) => body);
const errorAt = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent ?? null;

async function rename(firstName: string) {
  await userEvent.clear(field('First name'));
  await userEvent.type(field('First name'), firstName);
  await userEvent.click(button());
}

it('saves the name once, and the page shows it as the server has stored it', async () => {
  const stored = { ...fakeUser, firstName: 'Augusta' };
  const { promise, resolve } = Promise.withResolvers<FakeAnswer>();
  open(() => promise, stored);
  expect([field('First name').value, field('Last name').value, button().disabled]).toEqual(['Ada', 'Marsh', true]);
  await userEvent.clear(field('First name'));
  await userEvent.type(field('First name'), ' Augusta ');
  await userEvent.dblClick(button());
  resolve({ body: stored });
  await screen.findByText('Augusta Marsh · ada@example.org');
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Name saved']));
  expect(sentBodies()).toEqual([{ firstName: ' Augusta ', lastName: 'Marsh' }]);
  expect([field('First name').value, button().disabled]).toEqual(['Augusta', true]);
});

it('sends nothing while a part of the name is missing', async () => {
  open({ body: fakeUser });
  await userEvent.clear(field('Last name'));
  await userEvent.type(field('Last name'), '  {Enter}');
  expect([button().disabled, sentBodies()]).toEqual([true, []]);
});

it.each([
  [
    'a part of the name that is refused',
    'First name',
    {
      status: 400,
      body: problemBody(400, 'request.invalid', 'Please check the marked fields.', [
        { path: 'firstName', message: 'Please use at most 100 characters' },
      ]),
    },
    'Please use at most 100 characters',
  ],
  [
    'that there were too many changes',
    'Last name',
    { status: 429, body: problemBody(429, 'request.too_many', 'Too many requests.') },
    'Too many requests.',
  ],
  ['that the server did not answer', 'Last name', new TypeError('offline'), /did not answer\. Please try again\.$/],
] as const)('shows %s at a field, and keeps what was typed', async (_what, label, answer, message) => {
  open(answer);
  await rename('Augusta');
  await screen.findByText(message);
  expect(errorAt(label)).toMatch(message);
  expect([field('First name').value, toasts]).toEqual(['Augusta', []]);
  await userEvent.type(field('First name'), 'a');
  expect(errorAt(label)).toBeNull();
});
