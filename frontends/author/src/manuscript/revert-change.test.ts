import { ChangeSet } from '@codemirror/state';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { browserClock } from '../saving/save-port.ts';
import { SaveQueue } from '../saving/save-queue.ts';
import { FakeDocument, FakeJournal } from '../saving/testing/fake-document.ts';
import { revertBetween } from './revert-change.ts';

const [before, after] = ['Once upon a dark time.', 'Once upon a time.'];
let server: FakeDocument;
let queue: SaveQueue;
beforeEach(() => {
  server = new FakeDocument(after);
  queue = new SaveQueue(
    { port: server, clock: browserClock, journal: new FakeJournal(), newId: () => `change-${server.rev}` },
    { rev: 1, text: after },
  );
});
afterEach(() => queue.stop());

it('reverts a restore and keeps later changes from this tab and another', async () => {
  queue.edit(ChangeSet.of({ from: after.length, insert: ' Typed.' }, after.length));
  await queue.flush();
  server.write(`Elsewhere. ${server.text}`);
  expect(await revertBetween(before, after, queue)).toBe('saved');
  expect([queue.text.toString(), server.text]).toEqual(Array(2).fill('Elsewhere. Once upon a dark time. Typed.'));
});

it('refuses when another tab has changed the same words', async () => {
  server.write('Once upon a bright time.');
  expect(await revertBetween(before, after, queue)).toBe('refused');
  expect([queue.text.toString(), server.rev]).toEqual(['Once upon a bright time.', 2]);
});

it('reports an unsaved revert while the server cannot be reached', async () => {
  server.fault = 'lost-request';
  expect(await revertBetween(before, after, queue)).toBe('unsaved');
  expect([queue.text.toString(), server.text]).toEqual([before, after]);
});

it('refuses while a save conflict is open', async () => {
  server.write('Once upon a bright time.');
  queue.edit(ChangeSet.of({ from: 12, insert: 'mild ' }, after.length));
  await queue.flush();
  expect(queue.view().phase).toBe('conflict');
  expect(await revertBetween('Twice upon a mild time.', 'Once upon a mild time.', queue)).toBe('refused');
  expect(queue.view().conflict?.mine).toBe('Once upon a mild time.');
});
