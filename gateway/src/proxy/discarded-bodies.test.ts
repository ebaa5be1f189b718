import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { DiscardedBodies } from './discarded-bodies.ts';

const bodyBytes = 1_000_000;

describe('bodies of refused requests', () => {
  /** Begins to read a body of a caller; the client sends it by `body.end()`. */
  function readBody(discarded: DiscardedBodies, caller: string, bytes = bodyBytes) {
    const body = new PassThrough();
    const read = { body, isDone: false, isRead: () => body.readableFlowing === true };
    const request = { caller, bodyBytes: bytes };
    void discarded.read(body as unknown as IncomingMessage, request).then(() => (read.isDone = true));
    return read;
  }
  const turns = async () => {
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  };

  it('are read one at a time per caller', async () => {
    const discarded = new DiscardedBodies();
    const [first, second] = [readBody(discarded, 'a'), readBody(discarded, 'a')];
    const other = readBody(discarded, 'b');
    await turns();
    expect([first.isRead(), second.isRead(), other.isRead()]).toEqual([true, false, true]);
    first.body.end('x');
    await turns();
    expect([first.isDone, second.isDone, second.isRead()]).toEqual([true, false, true]);
    second.body.end('x');
    other.body.end('x');
    await turns();
    expect([second.isDone, other.isDone]).toEqual([true, true]);
  });

  it('are read four at a time', async () => {
    const discarded = new DiscardedBodies();
    const reads = ['a', 'b', 'c', 'd', 'e', 'f'].map((caller) => readBody(discarded, caller));
    await turns();
    expect(reads.filter(({ isRead }) => isRead()).length).toBe(4);
    for (const { body } of reads) body.end();
    await turns();
    expect(reads.every(({ isDone }) => isDone)).toBe(true);
  });

  it.each([
    ['small', 1000],
    ['longer than 64 MB', 65 * 1024 * 1024],
  ])('that are %s are left to the server', async (_what, bytes) => {
    const read = readBody(new DiscardedBodies(), 'a', bytes);
    await turns();
    expect([read.isDone, read.isRead()]).toEqual([true, false]);
  });

  it('leave the queue when their client disconnects', async () => {
    const discarded = new DiscardedBodies();
    const [first, second, third] = [readBody(discarded, 'a'), readBody(discarded, 'a'), readBody(discarded, 'a')];
    await turns();
    second.body.destroy();
    first.body.destroy();
    await turns();
    expect([first.isDone, second.isDone, second.isRead(), third.isRead()]).toEqual([true, true, false, true]);
    third.body.end();
  });
});
