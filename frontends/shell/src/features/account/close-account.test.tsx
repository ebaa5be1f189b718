import { afterEach, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { sessionQuery } from '@inkbear/web-kit/session.tsx';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useRoutes } from 'react-router-dom';
import AccountPage from '../../pages/account-page.tsx';

const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});
const Pages = () =>
  useRoutes([
    { path: '/account', element: <AccountPage /> },
    { path: '/auth', element: <p>signed out</p> },
  ]);
function open(answers: Parameters<typeof fakeApi>[0]) {
  api = fakeApi({ 'GET /api/user': { body: fakeUser }, ...answers });
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, fakeUser);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/account']}>
        <Pages />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return client;
}
const sentBodies = () => api.requests.filter(({ route }) => route === 'DELETE /api/user').map(({ body }) => body);

it('requires the password, shows an error for a wrong one, and closes the account once', async () => {
  let answer = () => {};
  const closed = new Promise<{ body: unknown }>((resolve) => {
    answer = () => resolve({ body: { message: 'Your account is closed.' } });
  });
  const client = open({
    'DELETE /api/user': ({ body }) =>
      (body as { password: string }).password === 'wrong-one'
        ? { status: 403, body: problemBody(403, 'auth.wrong_password', 'The password is incorrect') }
        : closed,
  });
  expect(screen.getByRole('link', { name: 'Download them all' }).getAttribute('href')).toBe('/api/user/export');
  await userEvent.click(screen.getByRole('button', { name: 'Close account' }));
  const yes = screen.getByRole<HTMLButtonElement>('button', { name: 'Yes, close it' });
  expect(yes.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Password'), 'wrong-one');
  await userEvent.click(yes);
  await screen.findByText('The password is incorrect');
  await userEvent.clear(screen.getByLabelText('Password'));
  await userEvent.type(screen.getByLabelText('Password'), 'violet-otter-9');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Yes, close it' }));
  answer();
  await screen.findByText('signed out');
  expect(sentBodies()).toEqual([{ password: 'wrong-one' }, { password: 'violet-otter-9' }]);
  expect(client.getQueryData(sessionQuery.queryKey)).toBeNull();
  await waitFor(() =>
    expect(toasts.at(-1)).toMatchObject({
      title: 'Account closed',
      description: 'Sign in within 30 days to restore everything.',
    }),
  );
});

it('clears the password on “Keep it” and sends nothing', async () => {
  open({});
  await userEvent.click(screen.getByRole('button', { name: 'Close account' }));
  await userEvent.type(screen.getByLabelText('Password'), 'violet-otter-9');
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close account' }));
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  expect(sentBodies()).toEqual([]);
});
