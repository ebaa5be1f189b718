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

const input = { email: 'new@example.org', password: 'violet-otter-9' };
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const values = () => [field('New email address').value, field('Your password').value];
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Change email address' });
const sent = () => api.requests.filter(({ route }) => route === 'POST /api/user/email');
const errorAt = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent ?? null;

async function change(answer: Parameters<typeof fakeApi>[0][string]) {
  api = fakeApi({ 'GET /api/user': { body: { ...fakeUser, email: input.email } }, 'POST /api/user/email': answer });
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
  expect(button().disabled).toBe(true);
  await userEvent.type(field('New email address'), input.email);
  await userEvent.type(field('Your password'), input.password);
  await userEvent.dblClick(button());
}

it('changes the address once, shows it, empties the form and says which addresses sign in', async () => {
  const message =
    'Your new email address is saved. Until you have signed in with it once, the old one signs you in too.';
  const { promise, resolve } = Promise.withResolvers<FakeAnswer>();
  await change(() => promise);
  resolve({ body: { message } });
  await screen.findByText(`Ada Marsh · ${input.email}`);
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Email address changed', description: message }]));
  expect(sent().map(({ body }) => body)).toEqual([input]);
  expect(sent()[0]?.headers.get('idempotency-key')).toEqual(expect.any(String));
  expect(values()).toEqual(['', '']);
  screen.getByText(/the old one signs you in too, so a typing mistake cannot lock you out/);
});

it.each([
  [
    'an address of another account',
    'New email address',
    {
      status: 409,
      body: problemBody(409, 'auth.email_taken', 'An account with this email address already exists'),
    },
    'An account with this email address already exists',
  ],
  [
    'an invalid address',
    'New email address',
    {
      status: 400,
      body: problemBody(400, 'request.invalid', 'Please check the marked fields.', [
        { path: 'email', message: 'Please enter a valid email address' },
      ]),
    },
    'Please enter a valid email address',
  ],
  [
    'a wrong password',
    'Your password',
    { status: 403, body: problemBody(403, 'auth.wrong_password', 'The password is incorrect') },
    'The password is incorrect',
  ],
  [
    'too many wrong passwords',
    'Your password',
    { status: 429, body: problemBody(429, 'auth.too_many_tries', 'Too many failed sign-ins.') },
    'Too many failed sign-ins.',
  ],
] as const)('shows %s at its field, and keeps what was typed', async (_what, label, answer, message) => {
  await change(answer);
  await screen.findByText(message);
  expect([errorAt(label), values(), toasts]).toEqual([message, [input.email, input.password], []]);
  screen.getByText(`Ada Marsh · ${fakeUser.email}`);
  await userEvent.type(field(label), 'a');
  expect(errorAt(label)).toBeNull();
});
