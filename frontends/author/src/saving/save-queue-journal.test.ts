import { ChangeSet } from '@codemirror/state';
import { describe, expect, it } from '@jest/globals';
import { FakeClock, FakeDocument, FakeJournal } from './testing/fake-document.ts';
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

describe('a journal that cannot be written', () => {
  it('is reported at once, retried with backoff, and no longer reported once it works', async () => {
    const { queue, clock, server, journal, type } = setUp();
    server.fault = 'lost-request';
    journal.isBroken = true;
    type(' A');
    await clock.advance(250);
    expect([queue.view().isPersisted, queue.view().isDirty]).toEqual([false, true]);
    server.fault = 'signed-out';
    await clock.advance(60_000);
    const writes = journal.writes;
    expect([queue.view().phase, queue.view().isPersisted, writes >= 10, writes < 40]).toEqual([
      'signed-out',
      false,
      true,
      true,
    ]);
    journal.isBroken = false;
    await clock.advance(5000);
    expect([queue.view().isPersisted, journal.record?.batches.length]).toEqual([true, 1]);
    await clock.advance(60_000);
    expect(journal.writes).toBe(writes + 1);
  });

  it('does not matter once the server has everything, and is not retried for ever', async () => {
    const { queue, clock, journal, type } = setUp();
    journal.isBroken = true;
    type(' A');
    await clock.advance(5000);
    expect([queue.view().phase, queue.view().isPersisted]).toEqual(['clean', true]);
    const writes = journal.writes;
    await clock.advance(60_000);
    expect(journal.writes).toBe(writes);
  });

  it('keeps retrying to remove an entry that the server has, so that no page sends it again', async () => {
    const { clock, journal, type } = setUp();
    type(' A');
    await clock.advance(300);
    journal.isBroken = true;
    await clock.advance(20_000);
    expect(journal.record?.batches).toHaveLength(1);
    journal.isBroken = false;
    await clock.advance(5000);
    expect(journal.record).toBeNull();
  });
});

describe('a journal that the browser may have deleted', () => {
  it('is written again at once, without further typing', async () => {
    const { queue, clock, server, journal, type } = setUp();
    server.fault = 'signed-out';
    type(' A');
    await clock.advance(60_000);
    expect([queue.view().phase, journal.record?.batches.length]).toEqual(['signed-out', 1]);
    journal.lose();
    await clock.advance(0);
    expect([journal.record?.batches.length, queue.persistNow(), journal.ahead]).toEqual([1, true, null]);
  });

  it('is copied synchronously when the page may be unloaded before it is written again', async () => {
    const { queue, clock, journal, type } = setUp();
    type(' A');
    await clock.advance(300);
    journal.lose();
    expect([queue.persistNow(), journal.ahead?.batches.length]).toEqual([true, 1]);
  });

  it('is reported when it cannot be written again', async () => {
    const { queue, clock, server, journal, type } = setUp();
    server.fault = 'signed-out';
    type(' A');
    await clock.advance(60_000);
    journal.isBroken = true;
    journal.lose();
    expect(queue.persistNow()).toBe(false);
    await clock.advance(0);
    expect(queue.view().isPersisted).toBe(false);
    journal.isBroken = false;
    await clock.advance(5000);
    expect([queue.view().isPersisted, journal.record?.batches.length]).toEqual([true, 1]);
  });

  it('loses its synchronous copy too, which is then written again', async () => {
    const { queue, journal, type } = setUp();
    type(' A');
    expect([queue.persistNow(), journal.ahead?.batches.length]).toEqual([true, 1]);
    journal.lose();
    expect([queue.persistNow(), journal.ahead?.batches.length]).toEqual([true, 1]);
    await queue.stop();
  });

  it('is not written again when nothing is unsaved, or after the document was closed', async () => {
    const { queue, clock, server, journal, type } = setUp();
    journal.lose();
    await clock.advance(60_000);
    expect(journal.writes).toBe(0);
    server.fault = 'signed-out';
    type(' A');
    await queue.stop();
    const { writes } = journal;
    journal.lose();
    await clock.advance(60_000);
    expect([journal.writes, journal.record]).toEqual([writes, null]);
  });
});

describe('persistNow', () => {
  it('copies synchronously only what the journal lacks', async () => {
    const { queue, clock, journal, type } = setUp();
    expect([queue.persistNow(), journal.ahead]).toEqual([true, null]);
    type(' A');
    expect([queue.persistNow(), journal.ahead?.batches.length]).toEqual([true, 1]);
    journal.ahead = null;
    expect([queue.persistNow(), journal.ahead]).toEqual([true, null]);
    await clock.advance(300);
    expect([queue.persistNow(), journal.ahead]).toEqual([true, null]);
    type(' B');
    journal.isBroken = true;
    expect(queue.persistNow()).toBe(false);
  });
});

it('flush leaves no acknowledged changes in the journal', async () => {
  const { queue, clock, journal, type } = setUp();
  type(' A');
  await clock.advance(300);
  expect(journal.record).not.toBeNull();
  await queue.flush();
  expect(journal.record).toBeNull();
});
