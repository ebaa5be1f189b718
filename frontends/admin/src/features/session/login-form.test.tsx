import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation, useRoutes } from 'react-router-dom';
import LoginPage from '../../pages/admin-login/login-page.tsx';
import { listAdminUsers } from '@inkbear/contracts/admin/users';
import { AdminGate } from '../../kit/session/admin-gate.tsx';
import { adminRead } from '../../kit/session/admin-call.ts';
import { adminSession } from '../../kit/session/admin-session.ts';
import { LogoutButton } from './components/logout-button.tsx';

let api: ReturnType<typeof fakeApi>;
let currentUrl = '';
const toasts = collectToasts();
beforeEach(() => {
  sessionStorage.clear();
  adminSession.forgetLogout();
  adminSession.expire();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  api.restore();
});

function UrlProbe() {
  const { pathname, search } = useLocation();
  currentUrl = pathname + search;
  return null;
}
function Inside() {
  const users = useQuery(adminRead(listAdminUsers, { query: {} }));
  return (
    <>
      <p>Inside</p>
      <LogoutButton />
      <button type="button" onClick={() => void users.refetch()}>
        Refetch
      </button>
    </>
  );
}
const Routes = () =>
  useRoutes([
    { path: '/admin/login', element: <LoginPage /> },
    {
      path: '/admin',
      element: (
        <AdminGate>
          <Inside />
        </AdminGate>
      ),
    },
  ]);
function open(answers: Parameters<typeof fakeApi>[0], at = '/admin') {
  api = fakeApi({ 'GET /api/admin/users': { body: [] }, ...answers });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <Routes />
        <UrlProbe />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const logIn = () => userEvent.click(screen.getByRole('button', { name: 'Log in' }));
const inAnHour = () => ({
  body: { token: 'abc', expiresAt: '2026-01-01T01:00:00.000Z' },
  headers: { Date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
});

it('asks for a password when the field is empty', async () => {
  open({});
  await logIn();
  expect(currentUrl).toBe('/admin/login');
  expect(toasts).toEqual([
    { title: 'Password Required', description: 'Please enter the admin password', tone: 'destructive' },
  ]);
  expect(api.requests).toHaveLength(0);
});

it('refuses a wrong password', async () => {
  open({
    'POST /api/admin/login': { status: 401, body: problemBody(401, 'admin.bad_password', 'Invalid admin password') },
  });
  await userEvent.type(screen.getByLabelText('Admin password'), 'nope');
  await logIn();
  await screen.findByText('Invalid admin password');
  expect(toasts).toEqual([{ title: 'Access Denied', description: 'Invalid admin password', tone: 'destructive' }]);
  expect(adminSession.read()).toBeNull();
});

it('keeps the token for this tab and removes it at logout even when the server does not answer', async () => {
  open({ 'POST /api/admin/login': inAnHour(), 'POST /api/admin/logout': new TypeError('Failed to fetch') });
  await userEvent.type(screen.getByLabelText('Admin password'), 'right');
  await logIn();
  await screen.findByText('Inside');
  expect(toasts[0]?.title).toBe('Access Granted');
  expect(sessionStorage.getItem('inkbear-admin-token')).toBe('abc');
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await screen.findByLabelText('Admin password');
  expect(currentUrl).toBe('/admin/login');
  await waitFor(() => expect(sessionStorage.getItem('inkbear-admin-token')).toBeNull());
  expect(api.requests.at(-1)?.headers.get('x-admin-token')).toBe('abc');
});

it('shows a toast when the server has confirmed the logout', async () => {
  open({ 'POST /api/admin/logout': { body: { message: 'Bye' } } });
  act(() => adminSession.begin({ token: 'abc', expiresAt: null }));
  await waitFor(() => expect(currentUrl).toBe('/admin'));
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Logged Out']));
});

it('redirects to the login after a 401, shows one toast and returns to the same address after the login', async () => {
  let isOver = false;
  open(
    {
      'POST /api/admin/login': inAnHour(),
      'GET /api/admin/users': () =>
        isOver
          ? { status: 401, body: problemBody(401, 'admin.token_required', 'Please log in as an admin.') }
          : { body: [] },
    },
    '/admin?tab=users&plan=free',
  );
  expect(currentUrl).toBe('/admin/login?next=%2Fadmin%3Ftab%3Dusers%26plan%3Dfree');
  await userEvent.type(screen.getByLabelText('Admin password'), 'right');
  await logIn();
  await screen.findByText('Inside');
  expect(currentUrl).toBe('/admin?tab=users&plan=free');
  isOver = true;
  await userEvent.click(screen.getByRole('button', { name: 'Refetch' }));
  await screen.findByLabelText('Admin password');
  expect(currentUrl).toBe('/admin/login?next=%2Fadmin%3Ftab%3Dusers%26plan%3Dfree');
  expect(toasts.filter(({ title }) => title === 'Session ended')).toHaveLength(1);
});

it('expires after an hour even when the browser’s clock is wrong', async () => {
  open({ 'POST /api/admin/login': inAnHour() });
  const before = Date.now();
  await userEvent.type(screen.getByLabelText('Admin password'), 'right');
  await logIn();
  await screen.findByText('Inside');
  const expiresAt = adminSession.read()?.expiresAt ?? 0;
  expect(expiresAt - before).toBeGreaterThanOrEqual(3_600_000);
  expect(expiresAt - before).toBeLessThan(3_660_000);
  act(() => adminSession.begin({ token: 'abc', expiresAt: Date.now() + 50 }));
  await screen.findByLabelText('Admin password');
  expect(toasts.at(-1)?.title).toBe('Session ended');
});

it.each(['//evil.example/admin', '/dashboard', 'https://evil.example/admin'])(
  'does not redirect to %s after the login',
  async (next) => {
    open({ 'POST /api/admin/login': inAnHour() }, `/admin/login?next=${encodeURIComponent(next)}`);
    await userEvent.type(screen.getByLabelText('Admin password'), 'right');
    await logIn();
    await screen.findByText('Inside');
    expect(currentUrl).toBe('/admin');
  },
);
