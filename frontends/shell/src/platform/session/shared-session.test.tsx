import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { sessionHint } from '@inkbear/web-kit/session-hint.ts';
import { fakeApi, fakeUser } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { useAuthenticate } from '../../features/auth/auth.api.ts';
import { useSharedSession } from './use-shared-session.ts';

const RealChannel = globalThis.BroadcastChannel;
const channels = new Set<EventTarget>();
let api: ReturnType<typeof fakeApi>;
const sentRequests = () => api.requests.filter(({ route }) => route === 'GET /api/user').length;

beforeEach(() => {
  sessionHint.remove();
  globalThis.BroadcastChannel = class extends EventTarget {
    constructor() {
      super();
      channels.add(this);
    }
    postMessage(data: unknown) {
      for (const other of channels) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }));
    }
    close() {
      channels.delete(this);
    }
  } as unknown as typeof BroadcastChannel;
});
afterEach(() => {
  cleanup();
  api.restore();
  channels.clear();
  globalThis.BroadcastChannel = RealChannel;
});

function Tab({ name }: { name: string }) {
  useSharedSession();
  const { state, user } = useSession();
  const { mutate } = useAuthenticate('sign-in');
  return (
    <>
      <p>{`${name}: ${user?.firstName ?? state}`}</p>
      <button
        onClick={() => mutate({ email: 'ada@example.org', password: 'violet-otter-9' } as Parameters<typeof mutate>[0])}
      >
        Sign in at {name}
      </button>
    </>
  );
}
const open = (name: string) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Tab name={name} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

describe('signing in', () => {
  it('updates a visitor’s other tabs, which sent no request before', async () => {
    api = fakeApi({ 'GET /api/user': { body: fakeUser }, 'POST /api/auth/login': { body: fakeUser } });
    open('one');
    open('two');
    await screen.findByText('two: signed-out');
    expect(sentRequests()).toBe(0);
    await userEvent.click(screen.getByText('Sign in at one'));
    await screen.findByText('one: Ada');
    await screen.findByText('two: Ada');
    expect(sentRequests()).toBe(1);
    expect(sessionHint.isSet()).toBe(true);
  });

  it('does not change a tab in which a user is signed in', async () => {
    sessionHint.set();
    api = fakeApi({
      'GET /api/user': { body: fakeUser },
      'POST /api/auth/login': { body: { ...fakeUser, id: 'u2', firstName: 'Bea' } },
    });
    open('one');
    open('two');
    await screen.findByText('two: Ada');
    await userEvent.click(screen.getByText('Sign in at one'));
    await screen.findByText('one: Bea');
    await waitFor(() => expect(screen.getByText('two: Ada')).toBeTruthy());
    expect(sentRequests()).toBe(2);
  });
});
