import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aiCountersChanged } from '@inkbear/contracts/events';
import type { Transaction } from './outbox.ts';
import { exampleService } from './testing/example-service.ts';
import { TestService } from './testing/test-service.ts';

interface NoteRow {
  _id: string;
  text: string;
}

describe('Outbox', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start(exampleService)));
  afterAll(async () => await service.stop());
  const notes = () => service.platform.connection.collection<NoteRow>('notes');
  const counters = (storyId: string, polishCount: number) => ({
    userId: 'author',
    bookId: null,
    chapterId: null,
    storyId,
    titleGenerationCount: 0,
    outlineGenerationCount: 0,
    aiGeneratedCount: 0,
    aiEditCount: 0,
    polishCount,
  });
  const counts = async (key: string) =>
    (await service.emitted(aiCountersChanged))
      .filter((event) => event.key === key)
      .map(({ data }) => data['polishCount']);

  describe('emitIfChanged', () => {
    const emitCounts = (key: string, ...values: number[]) =>
      service.platform.outbox.run(async ({ emitIfChanged }) => {
        const seqs: number[] = [];
        for (const value of values) seqs.push(await emitIfChanged(aiCountersChanged, key, counters(key, value)));
        return seqs;
      });

    it('adds no event whose data equals that of the key’s last one, in one transaction or in several', async () => {
      expect(await emitCounts('repeated', 0, 0, 1)).toEqual([1, 1, 2]);
      expect(await emitCounts('repeated', 1)).toEqual([2]);
      expect(await emitCounts('repeated', 0)).toEqual([3]);
      expect(await emitCounts('another', 0)).toEqual([1]);
      expect([await counts('repeated'), await counts('another')]).toEqual([[0, 1, 0], [0]]);
    });

    it('adds the event again when the transaction of the last one failed', async () => {
      const failing = service.platform.outbox.run(async ({ emitIfChanged }) => {
        await emitIfChanged(aiCountersChanged, 'failed', counters('failed', 4));
        throw new Error('failed after emit');
      });
      await expect(failing).rejects.toThrow('failed after emit');
      expect(await emitCounts('failed', 4)).toEqual([1]);
    });

    it('publishes the final state when a parallel transaction changes another row of it', async () => {
      const key = 'parallel';
      const [first, second] = [`${key}:first`, `${key}:second`];
      const write = (_id: string, text: string, beforeEmit?: () => Promise<unknown>) =>
        service.platform.outbox.run(async ({ session, emitIfChanged }) => {
          await notes().updateOne({ _id }, { $set: { text } }, { session });
          const rows = await notes()
            .find({ _id: { $in: [first, second] } }, { session })
            .toArray();
          await beforeEmit?.();
          const sum = rows.reduce((total, row) => total + Number(row.text), 0);
          await emitIfChanged(aiCountersChanged, key, counters(key, sum));
        });
      await notes().insertMany([first, second].map((_id) => ({ _id, text: '0' })));
      await write(first, '1');
      await notes().updateOne({ _id: first }, { $set: { text: '2' } });
      // Its first attempt computes the published sum 1, but meanwhile the other transaction publishes 3.
      let other: Promise<void> | undefined;
      await write(first, '1', () => (other ??= write(second, '1')));
      expect(await counts(key)).toEqual([1, 3, 2]);
    });
  });

  describe('a transaction with several rows and events', () => {
    const ids = ['one', 'two', 'three'];
    /** Writes a row and an event for each id, and fails before the step with this number. */
    const writeAll = (name: string, failsAt?: number) =>
      service.platform.outbox.run(async (transaction) => {
        let step = 0;
        const next = async (write: () => Promise<unknown>) => {
          if (step === failsAt) throw new Error(`failed at step ${step}`);
          step += 1;
          await write();
        };
        for (const id of ids) await writePair(`${name}:${id}`, transaction, next);
        await next(() => Promise.resolve());
      });
    async function writePair(
      key: string,
      { session, emit }: Transaction,
      next: (write: () => Promise<unknown>) => Promise<void>,
    ): Promise<void> {
      await next(() => notes().insertOne({ _id: key, text: 'row' }, { session }));
      await next(() => emit(aiCountersChanged, key, counters(key, 1)));
    }
    const stored = async (name: string) => {
      const keys = ids.map((id) => `${name}:${id}`);
      const rows = await notes()
        .find({ _id: { $in: keys } })
        .toArray();
      const events = (await service.emitted(aiCountersChanged)).filter(({ key }) => keys.includes(key));
      return { rows: rows.length, events: events.length };
    };

    it('stores all of them', async () => {
      await writeAll('complete');
      expect(await stored('complete')).toEqual({ rows: 3, events: 3 });
    });

    it.each([1, 2, 3, 4, 5, 6])('stores none of them when it fails at step %i', async (step) => {
      await expect(writeAll(`fails-${step}`, step)).rejects.toThrow(`failed at step ${step}`);
      expect(await stored(`fails-${step}`)).toEqual({ rows: 0, events: 0 });
    });
  });
});
