import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { metrics } from '@inkbear/service-kit/metrics/metrics';
import { ProblemError } from '@inkbear/service-kit/problem';
import { measureExport, measureStream } from './measure-export.ts';

const running = new AbortController().signal;
const aborted = (reason?: Error) => AbortSignal.abort(reason);

describe('the export metric', () => {
  afterEach(() => void jest.restoreAllMocks());
  const collectOutcomes = () => {
    const outcomes: unknown[] = [];
    jest.spyOn(metrics, 'record').mockImplementation((_name, attributes) => void outcomes.push(attributes));
    return outcomes;
  };
  async function* chunks(error?: Error): AsyncGenerator<number> {
    yield 1;
    if (error) throw error;
    yield 2;
  }
  const readAll = async (stream: AsyncIterable<number>): Promise<number[]> => {
    const read: number[] = [];
    for await (const chunk of stream) read.push(chunk);
    return read;
  };

  it.each([
    ['busy', new ProblemError('export.busy'), running],
    ['refused', new ProblemError('export.nothing_to_export'), running],
    ['failed', new ProblemError('export.failed'), running],
    ['failed', new Error('broken'), running],
    ['aborted', new Error('aborted'), aborted()],
    ['failed', new ProblemError('server.unavailable'), aborted(new ProblemError('server.unavailable'))],
  ])('records %s and rethrows %s', async (outcome, error, signal) => {
    const outcomes = collectOutcomes();
    await expect(measureExport('story', signal, () => Promise.reject(error))).rejects.toBe(error);
    expect(outcomes).toEqual([{ format: 'story', outcome }]);
  });

  it('records a finished export and returns its result', async () => {
    const outcomes = collectOutcomes();
    expect(await measureExport('ebook', running, async () => 'pdf')).toBe('pdf');
    expect(outcomes).toEqual([{ format: 'ebook', outcome: 'finished' }]);
  });

  it('records a stream when it ends, fails or is no longer read', async () => {
    const outcomes = collectOutcomes();
    expect(await readAll(measureStream('archive', running, chunks()))).toEqual([1, 2]);
    const failing = measureStream('archive', running, chunks(new Error('broken')));
    await expect(readAll(failing)).rejects.toThrow('broken');
    for await (const chunk of measureStream('archive', running, chunks())) if (chunk === 1) break;
    await readAll(measureStream('archive', aborted(), chunks()));
    expect(outcomes).toEqual(
      ['finished', 'failed', 'aborted', 'aborted'].map((outcome) => ({ format: 'archive', outcome })),
    );
  });
});
