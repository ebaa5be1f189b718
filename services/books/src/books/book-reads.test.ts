import { expect, it } from '@jest/globals';
import { createBookReads } from './book-reads.ts';

it('run one at a time for an author, refuse a third that waits, and serve another author at once', async () => {
  const reads = createBookReads();
  const { promise: first, resolve: finish } = Promise.withResolvers<string>();
  const read = (share: string, result: Promise<string>) => reads.run({ share }, () => result);
  const running = read('a', first);
  const waiting = [read('a', Promise.resolve('second')), read('a', Promise.resolve('third'))];
  await expect(read('a', Promise.resolve('fourth'))).rejects.toMatchObject({
    code: 'server.busy',
    headers: { 'Retry-After': '5' },
  });
  expect(await read('b', Promise.resolve('of another author'))).toBe('of another author');
  finish('first');
  expect(await Promise.all([running, ...waiting])).toEqual(['first', 'second', 'third']);
});
