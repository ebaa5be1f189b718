import { ChangeSet } from '@codemirror/state';
import { describe, expect, it } from '@jest/globals';
import { FakeClock, FakeDocument, FakeJournal, flushPromises } from './testing/fake-document.ts';
import { SaveQueue } from './save-queue.ts';

function setUp() {
  const server = new FakeDocument('Once upon a time.');
  const clock = new FakeClock();
  const journal = new FakeJournal();
  let ids = 0;
  const deps = { port: server, clock, journal, newId: () => `change-${(ids += 1)}` };
  const queue = new SaveQueue(deps, { rev: server.rev, text: server.text });
  const type = (insert: string) => queue.edit(ChangeSet.of({ from: queue.text.length, insert }, queue.text.length));
  return { server, clock, journal, queue, type };
}

describe('a save that the storage quota refuses', () => {
  it('keeps the draft, shows the reason, and is retried with backoff despite typing', async () => {
    const { queue, clock, server, journal, type } = setUp();
    server.fault = 'quota-used';
    type(' no room');
    await clock.advance(1000);
    const refused = { isOverQuota: true, isDirty: true, savedAt: null, message: 'refused: books.quota_used' };
    expect(queue.view()).toMatchObject({ phase: 'over-quota', ...refused });
    for (let second = 0; second < 29; second += 1) {
      type('.');
      await clock.advance(1000);
    }
    expect([server.requests.length, queue.view().message]).toEqual([1, refused.message]);
    const shown: unknown[] = [];
    queue.subscribe(() => shown.push(queue.view().message));
    await clock.advance(1000);
    expect([server.requests.length, [...new Set(shown)]]).toEqual([2, [refused.message]]);
    await clock.advance(59_000);
    expect(server.requests).toHaveLength(2);
    await clock.advance(1000);
    expect([server.requests.length, journal.record?.batches.length]).toEqual([3, 1]);
    server.fault = 'none';
    await clock.advance(120_000);
    expect([server.text, queue.view().phase, queue.view().isOverQuota]).toEqual([
      `Once upon a time. no room${'.'.repeat(29)}`,
      'clean',
      false,
    ]);
    expect(queue.view().message).toBeNull();
  });

  it('is retried at once on request', async () => {
    const { queue, clock, server, type } = setUp();
    server.fault = 'quota-used';
    type(' no room');
    await clock.advance(1000);
    server.fault = 'none';
    queue.retryNow();
    await flushPromises();
    expect([server.text, queue.isDirty]).toEqual(['Once upon a time. no room', false]);
  });
});
