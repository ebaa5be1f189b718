import { ChangeSet } from '@codemirror/state';
import { describe, expect, it } from '@jest/globals';
import { FakeClock, FakeDocument, FakeJournal } from '../testing/fake-document.ts';
import { SaveQueue } from './save-queue.ts';

function setUp(text = 'Once upon a time.') {
  const [server, clock, journal] = [new FakeDocument(text), new FakeClock(), new FakeJournal()];
  let ids = 0;
  const queue = new SaveQueue(
    { port: server, clock, journal, newId: () => `change-${(ids += 1)}` },
    { rev: server.rev, text },
  );
  const type = (insert: string) => queue.edit(ChangeSet.of({ from: queue.text.length, insert }, queue.text.length));
  return { server, clock, journal, queue, type };
}

describe('a journal that this browser cannot write', () => {
  it('is said at once, is tried again with growing pauses, and is said no more once it works', async () => {
    const { queue, clock, server, journal, type } = setUp();
    server.weather = 'lost-request';
    journal.isBroken = true;
    type(' A');
    await clock.pass(250);
    expect([queue.view().isPersisted, queue.view().isDirty]).toEqual([false, true]);
    server.weather = 'signed-out';
    await clock.pass(60_000);
    const writes = journal.writes;
    expect([queue.view().phase, queue.view().isPersisted, writes >= 10, writes < 40]).toEqual([
      'signed-out',
      false,
      true,
      true,
    ]);
    journal.isBroken = false;
    await clock.pass(5000);
    expect([queue.view().isPersisted, journal.record?.batches.length]).toEqual([true, 1]);
    await clock.pass(60_000);
    expect(journal.writes).toBe(writes + 1);
  });

  it('makes nothing unsaved of what the server has, and is not tried for ever then', async () => {
    const { queue, clock, journal, type } = setUp();
    journal.isBroken = true;
    type(' A');
    await clock.pass(5000);
    expect([queue.view().phase, queue.view().isPersisted]).toEqual(['clean', true]);
    const writes = journal.writes;
    await clock.pass(60_000);
    expect(journal.writes).toBe(writes);
  });

  it('goes on removing an entry that the server has meanwhile, so that no page sends it again', async () => {
    const { clock, journal, type } = setUp();
    type(' A');
    await clock.pass(300);
    journal.isBroken = true;
    await clock.pass(20_000);
    expect(journal.record?.batches).toHaveLength(1);
    journal.isBroken = false;
    await clock.pass(5000);
    expect(journal.record).toBeNull();
  });
});

describe('a page that may be unloaded', () => {
  it('copies synchronously what the journal does not have yet, and nothing else', async () => {
    const { queue, clock, journal, type } = setUp();
    expect([queue.persistNow(), journal.ahead]).toEqual([true, null]);
    type(' A');
    expect([queue.persistNow(), journal.ahead?.batches.length]).toEqual([true, 1]);
    journal.ahead = null;
    expect([queue.persistNow(), journal.ahead]).toEqual([true, null]);
    await clock.pass(300);
    expect([queue.persistNow(), journal.ahead]).toEqual([true, null]);
    type(' B');
    journal.isBroken = true;
    expect(queue.persistNow()).toBe(false);
  });
});

it('flush leaves nothing in the journal that the server has', async () => {
  const { queue, clock, journal, type } = setUp();
  type(' A');
  await clock.pass(300);
  expect(journal.record).not.toBeNull();
  await queue.flush();
  expect(journal.record).toBeNull();
});
