import { describe, expect, it } from '@jest/globals';
import { type Append, AppendBatch } from './append-batch.ts';

/** A database whose commands are answered when the test says so. */
function heldDatabase() {
  const commands: { size: number; answer: () => void }[] = [];
  const command = async (size: number) => {
    await new Promise<void>((answer) => commands.push({ size, answer }));
    return { matchedCount: size, n: size };
  };
  const connection = { collection: () => ({ updateOne: () => command(1) }), db: { command: ({ updates }: { updates: unknown[] }) => command(updates.length) } };
  return { commands, batch: new AppendBatch(connection as never, 'heads') };
}

const append = (id: string): Append => ({ filter: { _id: id }, update: {} });
const turn = () => new Promise((resolve) => setImmediate(resolve));
const patience = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('appends to heads', () => {
  it('that come while a command is under way go together when it is answered', async () => {
    const { commands, batch } = heldDatabase();
    const first = batch.append(append('a'));
    await turn();
    const others = [batch.append(append('b')), batch.append(append('c'))];
    await turn();
    expect(commands.map(({ size }) => size)).toEqual([1]);
    commands[0]?.answer();
    expect(await first).toBe(true);
    await turn();
    await turn();
    expect(commands.map(({ size }) => size)).toEqual([1, 2]);
    commands[1]?.answer();
    expect(await Promise.all(others)).toEqual([true, true]);
  });

  it('are not held up for long by one whose row is held', async () => {
    const { commands, batch } = heldDatabase();
    void batch.append(append('held'));
    await turn();
    const other = batch.append(append('free'));
    await patience();
    commands[1]?.answer();
    expect(await other).toBe(true);
  });

  it('have at most four commands under way', async () => {
    const { commands, batch } = heldDatabase();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      void batch.append(append(id));
      await patience();
    }
    expect(commands).toHaveLength(4);
    commands[3]?.answer();
    await patience();
    expect(commands.map(({ size }) => size)).toEqual([1, 1, 1, 1, 2]);
  });
});
