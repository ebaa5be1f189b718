import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { listBooks } from '@inkbear/contracts/books/book';
import { ApiError } from './api-error.ts';
import { call } from './api.ts';
import { guardUnpersisted } from './page-unload.ts';
import { localPath } from './local-path.ts';
import { createQueryClient } from './query-client.ts';
import { setSession, useSession } from './session.tsx';
import { sessionHint } from './session-hint.ts';
import { type FakeAnswer, fakeApi, fakeUser, problemBody } from './testing/fake-api.ts';
import { tabOwner } from './tab-owner.ts';
import { onToast, type Toast } from './toast.ts';
import { handleUnauthorised } from './unauthorised.ts';

let api: ReturnType<typeof fakeApi> | undefined;
beforeEach(() => {
  sessionHint.set();
  tabOwner.set(null);
});
afterEach(() => {
  cleanup();
  api?.restore();
});

function Who() {
  const { state, user } = useSession();
  return <p>{user ? `${state}: ${user.firstName}` : state}</p>;
}
const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Who />
      <Who />
    </QueryClientProvider>,
  );

describe('the session query', () => {
  it('is fetched once for the whole page', async () => {
    api = fakeApi({ 'GET /api/user': { body: fakeUser } });
    show();
    expect(screen.getAllByText('loading')).toHaveLength(2);
    await waitFor(() => expect(screen.getAllByText('signed-in: Ada')).toHaveLength(2));
    expect(api.requests).toHaveLength(1);
  });

  it('is not sent on a visitor’s page', async () => {
    sessionHint.remove();
    api = fakeApi({ 'GET /api/user': { body: fakeUser } });
    show();
    await waitFor(() => expect(screen.getAllByText('signed-out')).toHaveLength(2));
    expect(api.requests).toHaveLength(0);
  });

  it('keeps the user through network errors, and signs out only on the server’s 401', async () => {
    let answer: FakeAnswer | Error = { body: fakeUser };
    api = fakeApi({
      'GET /api/user': () => {
        if (answer instanceof Error) throw answer;
        return answer;
      },
    });
    const client = createQueryClient();
    render(
      <QueryClientProvider client={client}>
        <Who />
      </QueryClientProvider>,
    );
    await screen.findByText('signed-in: Ada');
    for (const failure of [new TypeError('Failed to fetch'), { status: 503, body: 'busy' }]) {
      answer = failure;
      await act(() => client.invalidateQueries({ queryKey: ['user'] }));
      expect(screen.getByText('signed-in: Ada')).toBeTruthy();
    }
    answer = { status: 401, body: problemBody(401, 'auth.signed_out', 'You are logged out. Logging in again...') };
    await act(() => client.invalidateQueries({ queryKey: ['user'] }));
    await screen.findByText('signed-out');
  });

  it('clears cached queries when another user signs in', async () => {
    api = fakeApi({ 'GET /api/user': { body: fakeUser } });
    const client = createQueryClient();
    render(
      <QueryClientProvider client={client}>
        <Who />
      </QueryClientProvider>,
    );
    await screen.findByText('signed-in: Ada');
    client.setQueryData(['api', 'books'], ['A book of Ada’s']);
    act(() => setSession(client, { ...fakeUser, id: 'u2', firstName: 'Bea' }));
    await screen.findByText('signed-in: Bea');
    expect([client.getQueryData(['api', 'books']), tabOwner.current()]).toEqual([undefined, 'u2']);
  });

  it.each([
    ['a 401', { status: 401, body: problemBody(401, 'auth.signed_out', 'You are logged out. Logging in again...') }],
    ['a server that fails', { status: 503, body: 'busy' }],
    ['no network', new TypeError('Failed to fetch')],
  ])('treats %s as signed out without a retry', async (_name, answer) => {
    api = fakeApi({ 'GET /api/user': answer });
    show();
    await waitFor(() => expect(screen.getAllByText('signed-out')).toHaveLength(2));
    expect(api.requests).toHaveLength(1);
  });
});

describe('a session that ends before a read', () => {
  const revoked = { status: 401, body: problemBody(401, 'auth.signed_out', 'You are logged out. Logging in again...') };
  function Books() {
    const { isError } = useQuery({ queryKey: ['api', 'books'], queryFn: () => call(listBooks) });
    return <p>{isError ? 'no books' : 'books'}</p>;
  }

  /** Someone is signed in, and the server has revoked the session. */
  async function open() {
    api = fakeApi({ 'GET /api/user': { body: fakeUser } });
    const client = createQueryClient();
    const { rerender } = render(
      <QueryClientProvider client={client}>
        <Who />
      </QueryClientProvider>,
    );
    await screen.findByText('signed-in: Ada');
    api.restore();
    api = fakeApi({ 'GET /api/user': revoked, 'GET /api/books': revoked });
    rerender(
      <QueryClientProvider client={client}>
        <Who />
        <Books />
      </QueryClientProvider>,
    );
    await screen.findByText('no books');
    return api;
  }

  it('is detected at the first 401 without a retry', async () => {
    const { requests } = await open();
    await screen.findByText('signed-out');
    expect(requests.slice(0, 2).map(({ route }) => route)).toEqual(['GET /api/books', 'GET /api/user']);
  });

  it('keeps the page while it holds unpersisted work', async () => {
    const stop = guardUnpersisted(() => true);
    const { requests } = await open();
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect([screen.queryByText('signed-in: Ada') !== null, requests.map(({ route }) => route)]).toEqual([
      true,
      ['GET /api/books'],
    ]);
    stop();
  });
});

describe('a session that ends before a mutation', () => {
  it('shows a toast and opens the sign-in page with a return address after half a second', () => {
    jest.useFakeTimers();
    const toasts: Toast[] = [];
    const stop = onToast((value) => toasts.push(value));
    const go = jest.fn();
    window.history.replaceState(null, '', '/book/7?tab=settings');
    expect(handleUnauthorised(new ApiError(401, '', problemBody(401, 'auth.signed_out', '') as never), go)).toBe(true);
    expect(toasts[0]?.description).toBe('You are logged out. Logging in again...');
    jest.advanceTimersByTime(499);
    expect(go).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(go).toHaveBeenCalledWith('/auth?next=%2Fbook%2F7%3Ftab%3Dsettings');
    stop();
    jest.useRealTimers();
  });

  it('does not leave a page with unpersisted work, even when it appeared after the error', () => {
    jest.useFakeTimers();
    const toasts: Toast[] = [];
    const stop = onToast((value) => toasts.push(value));
    const go = jest.fn();
    const error = new ApiError(401, '', problemBody(401, 'auth.signed_out', '') as never);
    let isAtRisk = true;
    const stopGuard = guardUnpersisted(() => isAtRisk);
    handleUnauthorised(error, go);
    jest.advanceTimersByTime(5000);
    expect([go.mock.calls.length, toasts.at(-1)?.action?.label]).toEqual([0, 'Sign in']);
    isAtRisk = false;
    handleUnauthorised(error, go);
    isAtRisk = true;
    jest.advanceTimersByTime(5000);
    expect(go).not.toHaveBeenCalled();
    isAtRisk = false;
    handleUnauthorised(error, go);
    jest.advanceTimersByTime(500);
    expect(go).toHaveBeenCalledTimes(1);
    stopGuard();
    stop();
    jest.useRealTimers();
  });

  it('does not open the sign-in page again when a read has opened it meanwhile', () => {
    jest.useFakeTimers();
    const go = jest.fn();
    window.history.replaceState(null, '', '/book/7');
    handleUnauthorised(new ApiError(401, ''), go);
    window.history.replaceState(null, '', '/auth?next=%2Fbook%2F7');
    jest.advanceTimersByTime(500);
    expect(go).not.toHaveBeenCalled();
    jest.useRealTimers();
  });

  it('is not assumed for a wrong password', () => {
    expect(handleUnauthorised(new ApiError(401, '', problemBody(401, 'auth.bad_credentials', '') as never))).toBe(
      false,
    );
    expect(handleUnauthorised(new ApiError(403, ''))).toBe(false);
  });
});

it.each([
  ['/dashboard?x=1#y', '/dashboard?x=1#y'],
  [null, '/'],
  ['https://evil.example', '/'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/.//evil.example', '/'],
  ['/..//evil.example/x', '/'],
  ['/.\\/evil.example', '/'],
  ['/a/..//evil.example', '/'],
])('localPath turns ?next=%s into %s', (next, path) => {
  expect(localPath(next)).toBe(path);
});
