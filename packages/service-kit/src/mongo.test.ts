import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { inTransaction } from './mongo.ts';

const failure = (...labels: string[]) => {
  const error = new mongoose.mongo.MongoError('failed');
  for (const label of labels) error.addErrorLabel(label);
  return error;
};

describe('inTransaction', () => {
  const done: string[] = [];
  let isOpen: boolean;
  let commit: () => Promise<void>;
  const session = {
    startTransaction: () => {
      isOpen = true;
      done.push('start');
    },
    inTransaction: () => isOpen,
    abortTransaction: async () => {
      isOpen = false;
      done.push('abort');
    },
    commitTransaction: () => {
      isOpen = false;
      done.push('commit');
      return commit();
    },
    endSession: async () => void done.push('end'),
  };
  const connection = { startSession: async () => session } as unknown as Connection;
  beforeEach(() => {
    jest.useFakeTimers();
    done.length = 0;
    commit = () => Promise.resolve();
  });
  afterEach(() => void jest.useRealTimers());

  it('runs the work again after a write conflict', async () => {
    const work = jest.fn(() => Promise.resolve('written'));
    work.mockRejectedValueOnce(failure('TransientTransactionError'));
    const result = inTransaction(connection, work);
    await jest.advanceTimersByTimeAsync(500);
    expect(await result).toBe('written');
    expect(done).toEqual(['start', 'abort', 'start', 'commit', 'end']);
  });

  it('does not run the work again after any other error', async () => {
    await expect(inTransaction(connection, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(done).toEqual(['start', 'abort', 'end']);
  });

  it('repeats a commit whose result is unknown, without running the work again', async () => {
    commit = jest
      .fn(() => Promise.resolve())
      .mockRejectedValueOnce(failure('UnknownTransactionCommitResult', 'RetryableWriteError'));
    await inTransaction(connection, () => Promise.resolve());
    expect(done).toEqual(['start', 'commit', 'commit', 'end']);
  });

  it.each([
    ['the work', () => Promise.reject(failure('TransientTransactionError')), () => Promise.resolve()],
    [
      'the commit',
      () => Promise.resolve(),
      () => new Promise<void>((_, reject) => setTimeout(reject, 5000, failure('UnknownTransactionCommitResult'))),
    ],
  ])('gives up after ten seconds when %s fails each time', async (_what, work, failedCommit) => {
    commit = failedCommit;
    let outcome = 'running';
    inTransaction(connection, work).then(
      () => (outcome = 'committed'),
      () => (outcome = 'failed'),
    );
    await jest.advanceTimersByTimeAsync(9500);
    expect(outcome).toBe('running');
    await jest.advanceTimersByTimeAsync(1000);
    expect([outcome, done.at(-1)]).toEqual(['failed', 'end']);
  });
});
