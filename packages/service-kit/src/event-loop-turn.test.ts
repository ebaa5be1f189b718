import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { waitForTurn } from './event-loop-turn.ts';

/** Keeps the event loop busy. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('waitForTurn', () => {
  it('starts one text per turn, in the order of the calls', async () => {
    const passed: number[] = [];
    await Promise.all([1, 2, 3].map((caller) => waitForTurn().then(() => passed.push(caller))));
    expect(passed).toEqual([1, 2, 3]);
  });

  it('leaves the event loop to others between two long turns that were requested together', async () => {
    const order: string[] = [];
    const long = async (name: string): Promise<void> => {
      await waitForTurn();
      order.push(name);
      block(30);
    };
    const first = long('first');
    const second = long('second');
    await first;
    await sleep(5);
    order.push('other');
    await second;
    expect(order).toEqual(['first', 'other', 'second']);
  });
});
