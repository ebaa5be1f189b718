import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { LoopTurns } from './loop-turns.ts';

describe('LoopTurns', () => {
  it('lets one caller proceed in each turn of the event loop, in their order', async () => {
    const turns = new LoopTurns();
    const proceeded: number[] = [];
    for (const number of [1, 2, 3]) void turns.next().then(() => proceeded.push(number));
    const seen: number[][] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await nextTurn();
      seen.push([...proceeded]);
    }
    expect(seen).toEqual([[1], [1, 2], [1, 2, 3], [1, 2, 3]]);
    await turns.next();
  });
});
