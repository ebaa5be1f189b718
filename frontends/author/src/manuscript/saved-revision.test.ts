import { ChangeSet } from '@codemirror/state';
import { SaveQueue } from '../saving/save-queue.ts';
import { FakeClock, FakeDocument, FakeJournal } from '../saving/testing/fake-document.ts';
import { expect, it } from '@jest/globals';
import { findSavedRevision } from './saved-revision.ts';

it('returns the revision only when exactly that text is saved', async () => {
  const server = new FakeDocument('A bear.');
  const queue = new SaveQueue(
    { port: server, clock: new FakeClock(), journal: new FakeJournal(), newId: () => 'change-1' },
    { rev: 1, text: server.text },
  );
  queue.edit(ChangeSet.of({ from: 0, insert: 'Once. ' }, 7));
  expect(await findSavedRevision(queue, 'Once. A bear.')).toBe(2);
  expect(await findSavedRevision(queue, 'A bear.')).toBeNull();
  server.fault = 'lost-request';
  queue.edit(ChangeSet.of({ from: 0, insert: 'Twice. ' }, 13));
  expect(await findSavedRevision(queue, 'Twice. Once. A bear.')).toBeNull();
});
