import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { toastsOfEachTest } from '@inkbear/web-kit/testing/toasts-of-each-test.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useRoutes } from 'react-router';
import LoginPage from '../../app/routes/login.tsx';
import OverviewPage from '../../app/routes/overview.tsx';
import { adminToken } from './token.ts';

let api: ReturnType<typeof fakeApi>;
const toasts = toastsOfEachTest();
beforeEach(() => {
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  api.restore();
});

const Routes = () => useRoutes([{ path: '/admin/login', element: <LoginPage /> }, { path: '/admin', element: <OverviewPage /> }]);
function open(answers: Parameters<typeof fakeApi>[0]) {
  api = fakeApi(answers);
  render(<QueryClientProvider client={createQueryClient()}><MemoryRouter initialEntries={['/admin']}><Routes /></MemoryRouter></QueryClientProvider>);
}
const logIn = () => userEvent.click(screen.getByRole('button', { name: 'Log in' }));

it('asks for the password, and for a word at least', async () => {
  open({});
  await logIn();
  expect(toasts).toEqual([{ title: 'Password Required', description: 'Please enter the admin password', tone: 'destructive' }]);
  expect(api.requests).toHaveLength(0);
});

it('refuses a wrong one', async () => {
  open({ 'POST /api/admin/login': { status: 401, body: problemBody(401, 'admin.bad_password', 'Invalid admin password') } });
  await userEvent.type(screen.getByLabelText('Admin password'), 'nope');
  await logIn();
  await screen.findByText('Invalid admin password');
  expect(toasts).toEqual([{ title: 'Access Denied', description: 'Invalid admin password', tone: 'destructive' }]);
  expect(adminToken.read()).toBeNull();
});

it('keeps the token for this tab, and forgets it at logout even when the server does not answer', async () => {
  open({ 'POST /api/admin/login': { body: { token: 'abc', expiresAt: '2026-01-01T00:00:00.000Z' } }, 'POST /api/admin/logout': new TypeError('Failed to fetch') });
  await userEvent.type(screen.getByLabelText('Admin password'), 'right');
  await logIn();
  await screen.findByText('You are in the admin area');
  expect(toasts[0]?.title).toBe('Access Granted');
  expect(adminToken.read()).toBe('abc');
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await screen.findByLabelText('Admin password');
  await waitFor(() => expect(adminToken.read()).toBeNull());
  expect(api.requests.at(-1)?.headers.get('x-admin-token')).toBe('abc');
});
