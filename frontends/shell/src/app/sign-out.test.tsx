import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { logout } from '@inkbear/contracts/auth/account';
import { JournalStore } from '@inkbear/web-kit/journal/journal-store.ts';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { sessionQuery, useSession } from '@inkbear/web-kit/session.tsx';
import { sessionHint } from '@inkbear/web-kit/session-hint.ts';
import { guardSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { countEntries, storeUnsavedEntry } from '@inkbear/web-kit/testing/stored-journal.ts';
import { userDrafts } from '@inkbear/web-kit/user-drafts.ts';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useRoutes } from 'react-router-dom';
import { UserMenuItems } from '../features/navigation/components/user-menu.tsx';
import { UnsavedChangesDialog } from '../platform/session/unsaved-changes-dialog.tsx';
import { useSharedSession } from '../platform/session/use-shared-session.ts';

const question = 'Some words are only in this browser';
const unknownQuestion = 'Some words may be only in this browser';
let api: ReturnType<typeof fakeApi>;
let client: QueryClient;
const toasts = collectToasts();
const channels = new Set<EventTarget & { readonly name: string }>();
const RealChannel = globalThis.BroadcastChannel;
const removeGuards: (() => void)[] = [];
beforeEach(() => {
  globalThis.BroadcastChannel = class extends EventTarget {
    readonly name: string;
    constructor(name: string) {
      super();
      this.name = name;
      channels.add(this);
    }
    postMessage(data: unknown) {
      for (const other of channels)
        if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent('message', { data }));
    }
    close() {
      channels.delete(this);
    }
  } as unknown as typeof BroadcastChannel;
});
afterEach(() => {
  cleanup();
  api.restore();
  globalThis.BroadcastChannel = RealChannel;
  channels.clear();
  for (const remove of removeGuards.splice(0)) remove();
});

function Page() {
  useSharedSession();
  const { user } = useSession();
  return (
    <>
      {user && <UserMenuItems user={user} />}
      <UnsavedChangesDialog />
    </>
  );
}
const Pages = () =>
  useRoutes([
    { path: '/pricing', element: <Page /> },
    { path: '/auth', element: <p>signed out</p> },
  ]);
/** A page without any remote, such as Pricing. */
async function open(reply: Parameters<typeof fakeApi>[0] = { 'POST /api/auth/logout': { body: { message: 'bye' } } }) {
  api = fakeApi({ 'GET /api/user': { body: fakeUser }, ...reply });
  client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, fakeUser);
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={['/pricing']}>
          <Pages />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  });
}
const isDialogOpen = (title = question) => screen.queryByText(title)?.closest('dialog')?.open === true;
const press = (name: string) => userEvent.click(screen.getByText(name, { selector: 'button' }));
const didLogOut = () => api.requests.some(({ route }) => route === `${logout.method} ${logout.path}`);
const guard = (isSaved: boolean) => {
  const discard = jest.fn(() => Promise.resolve());
  removeGuards.push(guardSignOut({ save: () => Promise.resolve(isSaved), discard }));
  return discard;
};
/** Another tab of this browser, which replies to the question about its unsaved work. */
function openOtherTab(...replies: ('here' | 'saved' | 'unsaved')[]): void {
  const channel = new BroadcastChannel('inkbear-unsaved');
  channel.addEventListener('message', ({ data }: MessageEvent<{ kind: string; questionId: string }>) => {
    if (data.kind !== 'ask') return;
    for (const kind of replies) channel.postMessage({ kind, questionId: data.questionId });
  });
}

describe('logging out on a page without an editor', () => {
  it('asks about unsaved changes in this browser, and keeps them when the user stays', async () => {
    const store = await storeUnsavedEntry(fakeUser.id);
    await open();
    await press('Log out');
    await waitFor(() => expect(isDialogOpen()).toBe(true));
    await press('Stay and save them');
    expect([isDialogOpen(), didLogOut(), await countEntries(store, fakeUser.id)]).toEqual([false, false, 1]);
  });

  it('focuses the answer that keeps the words, and describes the dialog with its text', async () => {
    await storeUnsavedEntry(fakeUser.id);
    await open();
    await press('Log out');
    await waitFor(() => expect(isDialogOpen()).toBe(true));
    expect(document.activeElement?.textContent).toBe('Stay and save them');
    const textId = document.activeElement?.closest('dialog')?.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(textId)?.textContent).toMatch(/^They could not be saved yet\./);
    await press('Stay and save them');
  });

  it('deletes only this user’s unsaved changes when the user confirms', async () => {
    const store = await storeUnsavedEntry(fakeUser.id);
    await storeUnsavedEntry('bob');
    await open();
    await press('Log out');
    await waitFor(() => expect(isDialogOpen()).toBe(true));
    await press('Log out and lose them');
    await screen.findByText('signed out');
    expect([await countEntries(store, fakeUser.id), await countEntries(store, 'bob')]).toEqual([0, 1]);
  });

  it('removes this user’s drafts, also those of remotes that this page has not loaded', async () => {
    userDrafts.write('device', {
      owner: fakeUser.id,
      name: 'story-answers:family-legacy',
      text: '{"Family Name":"Vell"}',
    });
    userDrafts.write('tab', { owner: fakeUser.id, name: 'new-book', text: '{"new":{"title":"Salt"}}' });
    await open();
    await press('Log out');
    await screen.findByText('signed out');
    expect(
      [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key.includes(`:${fakeUser.id}:`)),
    ).toEqual([]);
  });

  it('keeps the changes when the logout fails', async () => {
    const store = await storeUnsavedEntry(fakeUser.id);
    await open({ 'POST /api/auth/logout': { status: 503, body: problemBody(503, 'server.unavailable', '') } });
    await press('Log out');
    await waitFor(() => expect(isDialogOpen()).toBe(true));
    await press('Log out and lose them');
    await waitFor(() => expect(didLogOut()).toBe(true));
    expect(await countEntries(store, fakeUser.id)).toBe(1);
    await store.wipe(fakeUser.id);
  });

  it.each([
    [{ status: 503, body: problemBody(503, 'server.unavailable', 'Try again in a moment.') }, 'Try again in a moment.'],
    [new TypeError('Failed to fetch'), 'The server did not answer. You may still be signed in; please try again.'],
  ])('says what to do when the logout fails', async (reply, description) => {
    await open({ 'POST /api/auth/logout': reply });
    await press('Log out');
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Logout failed', description, tone: 'destructive' }]));
  });

  it('does not ask when everything is saved, and makes the remotes discard their data', async () => {
    const discard = guard(true);
    await open();
    await press('Log out');
    await screen.findByText('signed out');
    expect(discard).toHaveBeenCalledTimes(1);
    expect(sessionHint.isSet()).toBe(false);
  });

  it('asks when a remote failed to save, although the journal is empty', async () => {
    const discard = guard(false);
    await open();
    await press('Log out');
    await waitFor(() => expect(isDialogOpen()).toBe(true));
    expect([didLogOut(), discard.mock.calls.length]).toEqual([false, 0]);
  });

  it('makes the other tabs discard and delete their data too', async () => {
    const store = await storeUnsavedEntry(fakeUser.id);
    const discard = guard(false);
    await open();
    await act(async () => {
      new BroadcastChannel('inkbear-session').postMessage('signed-out');
    });
    await screen.findByText('signed out');
    await waitFor(async () => expect(await countEntries(store, fakeUser.id)).toBe(0));
    expect(discard).toHaveBeenCalledTimes(1);
  });
});

describe('logging out while other tabs are open', () => {
  it('asks when another tab could not save its words, although the journal is empty', async () => {
    openOtherTab('here', 'saved');
    openOtherTab('here', 'unsaved');
    await open();
    await press('Log out');
    await waitFor(() => expect(isDialogOpen()).toBe(true));
    expect(didLogOut()).toBe(false);
    await press('Log out and lose them');
    await screen.findByText('signed out');
  });

  it('asks when another tab has not finished saving in time', async () => {
    openOtherTab('here');
    await open();
    await press('Log out');
    await waitFor(() => expect(isDialogOpen()).toBe(true));
    expect(didLogOut()).toBe(false);
  });

  it('does not ask when all tabs have saved their words', async () => {
    openOtherTab('here', 'saved');
    openOtherTab('here', 'saved');
    await open();
    await press('Log out');
    await screen.findByText('signed out');
  });

  it('saves this tab’s words when another tab asks, and reports whether that worked', async () => {
    await open();
    const received: unknown[] = [];
    const channel = new BroadcastChannel('inkbear-unsaved');
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => void received.push(data));
    channel.postMessage({ kind: 'ask', questionId: 'one' });
    await waitFor(() => expect(received).toHaveLength(2));
    guard(false);
    channel.postMessage({ kind: 'ask', questionId: 'two' });
    await waitFor(() => expect(received).toHaveLength(4));
    expect(received).toEqual([
      { kind: 'here', questionId: 'one' },
      { kind: 'saved', questionId: 'one' },
      { kind: 'here', questionId: 'two' },
      { kind: 'unsaved', questionId: 'two' },
    ]);
  });
});

describe('logging out with an unreadable journal', () => {
  beforeEach(() => {
    jest.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('The disk did not answer', 'UnknownError');
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    localStorage.clear();
  });

  it('says that unsaved words may be lost, and asks', async () => {
    await open();
    await press('Log out');
    await waitFor(() => expect(isDialogOpen(unknownQuestion)).toBe(true));
    expect(screen.getByText(/reload this page and log out again/)).toBeTruthy();
    await press('Stay signed in');
    expect([isDialogOpen(unknownQuestion), didLogOut()]).toEqual([false, false]);
    await press('Log out');
    await waitFor(() => expect(isDialogOpen(unknownQuestion)).toBe(true));
    await press('Log out and risk losing them');
    await screen.findByText('signed out');
  });

  it('says that words are unsaved when an unload copy shows it', async () => {
    new JournalStore().unloadCopy.write({
      ...{ key: `${fakeUser.id}:chapter:1:tab`, userId: fakeUser.id, documentId: 'chapter:1' },
      ...{ baseRev: 1, batches: [] },
    });
    await open();
    await press('Log out');
    await waitFor(() => expect(isDialogOpen()).toBe(true));
    // The dialog opens before its text changes.
    await act(async () => undefined);
    expect([isDialogOpen(), didLogOut()]).toEqual([true, false]);
  });
});
