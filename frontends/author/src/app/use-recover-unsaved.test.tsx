import 'fake-indexeddb/auto';
import { ChangeSet } from '@codemirror/state';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { documents } from '../features/writing/tab-documents.ts';
import { Journal } from '../saving/journal.ts';
import { JournalStore } from '@inkbear/web-kit/journal/journal-store.ts';
import { guardUnpersisted } from '@inkbear/web-kit/page-unload.ts';
import { countEntries } from '@inkbear/web-kit/testing/stored-journal.ts';
import { type FakeAnswer, fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { useRecoverUnsaved } from './use-recover-unsaved.ts';

const chapter = { id: 'c9', bookId: 'b1', chapterNumber: 2, title: 'Low Water', content: 'Once. Theirs.', rev: 2 };
const store = new JournalStore();
const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;

beforeEach(async () => {
  await leaveUnsaved('chapter:c9');
});
async function leaveUnsaved(documentId: string) {
  const journal = new Journal(
    { acquire: () => Promise.resolve(() => undefined), whenFree: () => Promise.resolve() },
    store,
  );
  const writing = await journal.claim(fakeUser.id, documentId);
  await writing.write({
    base: { rev: 1, text: 'Once.' },
    batches: [
      {
        changeId: 'left-behind',
        changes: ChangeSet.of({ from: 5, insert: ' Mine.' }, 5),
        origins: [],
        kind: 'autosave',
        sealed: false,
        asText: false,
        since: 0,
      },
    ],
  });
}
afterEach(async () => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
  await documents.abandonAll();
  await store.wipe(fakeUser.id);
});

function Page() {
  useRecoverUnsaved();
  return <p>{useLocation().pathname}</p>;
}
function open(answers: Record<string, FakeAnswer>) {
  api = fakeApi({ 'GET /api/user': { body: fakeUser }, 'GET /api/chapters/c9': { body: chapter }, ...answers });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/dashboard']}>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('silently saves the text of a chapter that is not open', async () => {
  open({ 'PATCH /api/chapters/c9': { body: { rev: 2 } } });
  await waitFor(async () => expect(await countEntries(store, fakeUser.id)).toBe(0));
  expect([api.requests.filter(({ route }) => route.startsWith('PATCH')).length, toasts]).toEqual([1, []]);
});

it('keeps conflicting text and links to its chapter', async () => {
  open({ 'PATCH /api/chapters/c9': { status: 412, body: problemBody(412, 'books.stale_revision', 'changed') } });
  await waitFor(() =>
    expect(toasts[0]).toMatchObject({
      title: 'Words from an earlier visit are not saved yet',
      action: { label: 'Open' },
    }),
  );
  expect(toasts[0]?.description).toContain('“Low Water”');
  expect(await countEntries(store, fakeUser.id)).toBe(1);
  act(() => toasts[0]?.action?.run());
  await screen.findByText('/book/b1');
  expect(api.requests.filter(({ route }) => route.startsWith('PATCH'))).toHaveLength(1);
});

it('keeps the text of a trashed chapter and links to the trash', async () => {
  const gone = { status: 404, body: problemBody(404, 'books.chapter_not_found', 'Chapter Not Found') };
  open({ 'PATCH /api/chapters/c9': gone, 'GET /api/chapters/c9': gone });
  await waitFor(() => expect(toasts[0]).toMatchObject({ action: { label: 'Trash' } }));
  expect(await countEntries(store, fakeUser.id)).toBe(1);
});

it('asks the author to sign in again when the session has ended, and does not mention the trash', async () => {
  const stop = guardUnpersisted(() => true);
  const signedOut = { status: 401, body: problemBody(401, 'auth.signed_out', 'You are logged out.') };
  open({
    'PATCH /api/chapters/c9': { status: 412, body: problemBody(412, 'books.stale_revision', 'changed') },
    'GET /api/chapters/c9': signedOut,
  });
  // The recovery and the search for the title of the chapter each find it.
  await waitFor(() => expect(toasts).toHaveLength(2));
  stop();
  expect([toasts.map(({ title }) => title), await countEntries(store, fakeUser.id)]).toEqual([
    Array(2).fill('You are logged out'),
    1,
  ]);
});

it('says that unsaved words may exist when they cannot be listed, and saves them on Try again', async () => {
  const reading = jest.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('The disk did not answer', 'UnknownError');
  });
  open({ 'PATCH /api/chapters/c9': { body: { rev: 2 } } });
  await waitFor(() =>
    expect(toasts).toMatchObject([
      {
        title: 'Words from an earlier visit may not be saved yet',
        description: expect.stringContaining('Do not clear this site’s data'),
      },
    ]),
  );
  reading.mockRestore();
  act(() => toasts[0]?.action?.run());
  await waitFor(async () => expect(await countEntries(store, fakeUser.id)).toBe(0));
  expect([api.requests.filter(({ route }) => route.startsWith('PATCH')).length, toasts.length]).toEqual([1, 1]);
});

it('keeps conflicting text of a story and links to the story', async () => {
  await store.wipe(fakeUser.id);
  await leaveUnsaved('story:s3');
  open({
    'GET /api/personal-stories/s3': { body: { id: 's3', title: 'Ruth', content: 'Once. Theirs.', rev: 2 } },
    'PATCH /api/personal-stories/s3': { status: 412, body: problemBody(412, 'stories.stale_revision', 'changed') },
  });
  await waitFor(() =>
    expect(toasts[0]?.description).toContain(
      '“Ruth” are stored in this browser, because the story was changed elsewhere',
    ),
  );
  act(() => toasts[0]?.action?.run());
  await screen.findByText('/story/s3');
});
