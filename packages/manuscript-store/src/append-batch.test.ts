import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@inkbear/service-kit/logger';
import { type Append, AppendBatch } from './append-batch.ts';

/** A fake database that answers commands when the test says so. */
function heldDatabase() {
  const commands: { size: number; answer: () => void }[] = [];
  const command = async (size: number) => {
    await new Promise<void>((answer) => commands.push({ size, answer }));
    return { matchedCount: size, n: size };
  };
  /** Stored heads. An incomplete command reports one match less than it has appends. */
  const state = { heads: [] as object[], fits: (size: number) => size, failsOnce: false };
  const reads: unknown[] = [];
  const logged: string[] = [];
  const connection = {
    collection: () => ({
      updateOne: () => command(1),
      find: (filter: unknown) => {
        reads.push(filter);
        return { toArray: () => Promise.resolve(state.heads) };
      },
    }),
    db: {
      command: async ({ updates }: { updates: unknown[] }) => {
        const answer = await command(updates.length);
        if (state.failsOnce) return { ...answer, writeErrors: [{}] };
        return { ...answer, n: state.fits(updates.length) };
      },
    },
  };
  const logger = Object.assign(createLogger('test', 'silent'), {
    warn: (_fields: unknown, message: string) => void logged.push(message),
  });
  return { commands, state, reads, logged, batch: new AppendBatch(connection as never, 'heads', logger) };
}

const append = (id: string): Append => ({
  filter: { _id: id },
  update: {},
  change: { changeId: `change-${id}`, rev: 2, changes: '[]' },
});
const turn = () => new Promise((resolve) => setImmediate(resolve));
const patience = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('AppendBatch', () => {
  it('batches appends that arrive while a command is in flight', async () => {
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

  it('finds the append that did not match with one read, so that the others need none', async () => {
    const { commands, state, reads, batch } = heldDatabase();
    const first = batch.append(append('a'));
    await turn();
    const others = ['b', 'c', 'd'].map((id) => batch.append(append(id)));
    state.fits = (size) => size - 1;
    state.heads = [
      { _id: 'b', recent: [append('b').change] },
      { _id: 'c', recent: [{ ...append('c').change, changes: '[[0,"of another process"]]' }] },
      { _id: 'd', recent: [append('d').change, { changeId: 'later', rev: 3, changes: '[]' }] },
    ];
    commands[0]?.answer();
    await first;
    await turn();
    await turn();
    commands[1]?.answer();
    expect([await Promise.all(others), reads.length]).toEqual([[true, false, true], 1]);
  });

  it('retries the appends one by one when their command fails, and logs the failure', async () => {
    const { commands, state, logged, batch } = heldDatabase();
    const first = batch.append(append('a'));
    await turn();
    const others = [batch.append(append('b')), batch.append(append('c'))];
    state.failsOnce = true;
    commands[0]?.answer();
    await first;
    await turn();
    await turn();
    commands[1]?.answer();
    await turn();
    for (const { answer } of commands.slice(2)) answer();
    expect([await Promise.all(others), commands.map(({ size }) => size), logged]).toEqual([
      [true, true],
      [1, 2, 1, 1],
      ['append_batch_failed'],
    ]);
  });

  it('does not wait long for an append whose row is locked', async () => {
    const { commands, batch } = heldDatabase();
    void batch.append(append('held'));
    await turn();
    const other = batch.append(append('free'));
    await patience();
    commands[1]?.answer();
    expect(await other).toBe(true);
  });

  it('has at most four commands in flight', async () => {
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
