import { afterEach, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ChangePassword } from './components/change-password.tsx';

const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});

async function change(answer: Parameters<typeof fakeApi>[0][string], next = 'new-otter-10') {
  api = fakeApi({ 'POST /api/user/password': answer });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ChangePassword />
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByLabelText('Current password'), 'violet-otter-9');
  await userEvent.type(screen.getByLabelText('New password'), next);
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
}
const errorAt = (label: string) => {
  const id = screen.getByLabelText(label).getAttribute('aria-describedby') ?? '';
  return document.getElementById(id)?.textContent ?? null;
};

it('changes the password, empties the form and says what happened', async () => {
  await change({ body: { message: 'Your password is changed.' } });
  await waitFor(() => expect(toasts.map(({ title }) => title)).toContain('Password changed'));
  expect(api.requests[0]?.body).toEqual({ current: 'violet-otter-9', next: 'new-otter-10' });
  expect([
    screen.getByLabelText<HTMLInputElement>('Current password').value,
    screen.getByLabelText<HTMLInputElement>('New password').value,
  ]).toEqual(['', '']);
});

it.each([
  [
    'a wrong password',
    'Current password',
    { status: 403, body: problemBody(403, 'auth.wrong_password', 'The password is incorrect') },
    'The password is incorrect',
  ],
  [
    'a password that is too short',
    'New password',
    {
      status: 400,
      body: problemBody(400, 'request.invalid', 'Please check', [
        { path: 'next', message: 'Password must be at least 6 characters' },
      ]),
    },
    'Password must be at least 6 characters',
  ],
] as const)('shows %s at its field and keeps what was typed', async (_what, label, answer, message) => {
  await change(answer);
  await screen.findByText(message);
  expect(errorAt(label)).toContain(message);
  expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('violet-otter-9');
});
