import { expect, it } from '@jest/globals';
import { createWholeBookSlots } from './whole-book-slots.ts';

it('run one at a time for an author, refuse a third that waits, and serve another author at once', async () => {
  const reads = createWholeBookSlots();
  const { promise: first, resolve: finish } = Promise.withResolvers<string>();
  const read = (owner: string, result: Promise<string>) => reads.run({ owner }, () => result);
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
