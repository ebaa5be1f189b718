import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@inkbear/service-kit/logger';
import { type Append, AppendBatch } from './append-batch.ts';

/** A fake database that replies to a command when the test calls its `answer`. */
function pausedDatabase() {
  const commands: { size: number; answer: () => void }[] = [];
  const command = async (size: number) => {
    await new Promise<void>((answer) => commands.push({ size, answer }));
    return { matchedCount: size, n: size };
  };
  /** Stored heads. An incomplete command reports one match less than it has appends. */
  const state = { heads: [] as object[], fits: (size: number) => size, failsOnce: false };
  const reads: unknown[] = [];
  const logged: string[] = [];
  const heads = {
    collectionName: 'heads',
    updateOne: () => command(1),
    find: (filter: unknown) => {
      reads.push(filter);
      return { toArray: () => Promise.resolve(state.heads) };
    },
  };
  const connection = {
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
  return { commands, state, reads, logged, batch: new AppendBatch(connection as never, heads as never, logger) };
}

const append = (id: string): Append => ({
  filter: { _id: id },
  update: {},
  change: { changeId: `change-${id}`, rev: 2, changes: '[]' },
});
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
/** Longer than an append waits for the command in flight. */
const maxWait = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('AppendBatch', () => {
  it('batches appends that arrive while a command is in flight', async () => {
    const { commands, batch } = pausedDatabase();
    const first = batch.append(append('a'));
    await nextTurn();
    const others = [batch.append(append('b')), batch.append(append('c'))];
    await nextTurn();
    expect(commands.map(({ size }) => size)).toEqual([1]);
    commands[0]?.answer();
    expect(await first).toBe(true);
    await nextTurn();
    await nextTurn();
    expect(commands.map(({ size }) => size)).toEqual([1, 2]);
    commands[1]?.answer();
    expect(await Promise.all(others)).toEqual([true, true]);
  });

  it('finds the append that did not match with one read, so that the others need none', async () => {
    const { commands, state, reads, batch } = pausedDatabase();
    const first = batch.append(append('a'));
    await nextTurn();
    const others = ['b', 'c', 'd'].map((id) => batch.append(append(id)));
    state.fits = (size) => size - 1;
    state.heads = [
      { _id: 'b', recent: [append('b').change] },
      { _id: 'c', recent: [{ ...append('c').change, changes: '[[0,"of another process"]]' }] },
      { _id: 'd', recent: [append('d').change, { changeId: 'later', rev: 3, changes: '[]' }] },
    ];
    commands[0]?.answer();
    await first;
    await nextTurn();
    await nextTurn();
    commands[1]?.answer();
    expect([await Promise.all(others), reads.length]).toEqual([[true, false, true], 1]);
  });

  it('retries the appends one by one when their command fails, and logs the failure', async () => {
    const { commands, state, logged, batch } = pausedDatabase();
    const first = batch.append(append('a'));
    await nextTurn();
    const others = [batch.append(append('b')), batch.append(append('c'))];
    state.failsOnce = true;
    commands[0]?.answer();
    await first;
    await nextTurn();
    await nextTurn();
    commands[1]?.answer();
    await nextTurn();
    for (const { answer } of commands.slice(2)) answer();
    expect([await Promise.all(others), commands.map(({ size }) => size), logged]).toEqual([
      [true, true],
      [1, 2, 1, 1],
      ['append_batch_failed'],
    ]);
  });

  it('does not wait long for an append whose row is locked', async () => {
    const { commands, batch } = pausedDatabase();
    void batch.append(append('locked'));
    await nextTurn();
    const other = batch.append(append('other'));
    await maxWait();
    commands[1]?.answer();
    expect(await other).toBe(true);
  });

  it('has at most four commands in flight', async () => {
    const { commands, batch } = pausedDatabase();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      void batch.append(append(id));
      await maxWait();
    }
    expect(commands).toHaveLength(4);
    commands[3]?.answer();
    await maxWait();
    expect(commands.map(({ size }) => size)).toEqual([1, 1, 1, 1, 2]);
  });
});
