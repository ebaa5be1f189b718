import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { PartStart } from '@inkbear/contracts/route';
import { aiCallSettled } from '@inkbear/contracts/events';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import type { TestService } from '@inkbear/service-kit/testing/test-service';
import type { ProviderTask, WritePartTask } from './generations/task.ts';
import { promptVersion } from './prompts/prompt-versions.ts';
import type { Provider, ProviderRequest } from './providers/provider.ts';
import { AiService, chapter } from './testing/ai-service.ts';

const long = { targetWords: 3000 };
const plan = {
  beats: [
    { text: 'Mara finds the letter.', words: 500 },
    { text: 'She reads it twice.', words: 500 },
    { text: 'She burns it.', words: 1000 },
  ],
};
const partText = (index: number): string => `Part ${index} is told.`;
const usage = { inputTokens: 100, outputTokens: 10 };

describe('a chapter that is written in parts', () => {
  const fixture = new AiService();
  const { provider, generate, openStream, used } = fixture;
  let ai: TestService;
  let requests: ProviderRequest[] = [];
  beforeAll(async () => (ai = (await fixture.start()).service));
  afterEach(() => {
    provider.reset();
    fixture.earlierChapters = [];
    fixture.entries = [];
  });
  afterAll(() => fixture.stop());

  /** Replies with the plan, and to each beat with its text or with what `reply` gives for it. */
  const script = (
    reply?: (task: WritePartTask, ...call: Parameters<Provider['generate']>) => Promise<string>,
  ): void => {
    requests = [];
    provider.respond = async (...call) => {
      const [request, { onDelta }] = call;
      requests.push(request);
      const { task } = request;
      if (task.kind !== 'write-part') return { text: JSON.stringify(plan), ...usage };
      const text = (await reply?.(task, ...call)) ?? partText(task.index);
      onDelta(text);
      return { text, ...usage };
    };
  };
  const tasks = (): ProviderTask[] => requests.map(({ task }) => task);
  const partTasks = (): WritePartTask[] => tasks().filter((task) => task.kind === 'write-part');
  const eventsOf = (stream: string): [string, unknown][] =>
    stream
      .split('\n\n')
      .filter((event) => event.startsWith('event: '))
      .map((event) => {
        const [name = '', data = ''] = event.split('\n');
        return [name.slice('event: '.length), JSON.parse(data.slice('data: '.length)) as unknown];
      });
  const partsOf = (stream: string): PartStart[] =>
    eventsOf(stream).flatMap(([name, data]) => (name === 'part' ? [data as PartStart] : []));

  it('is planned by the model first, and counts as one use with one result', async () => {
    script();
    const { status, body } = await generate('c-planned-first', long);
    const content = [0, 1, 2].map(partText).join('\n\n');
    expect([status, body['content'], body['parts']]).toEqual([200, content, { done: 3, of: 3 }]);
    expect(tasks().map(({ kind }) => kind)).toEqual(['plan-beats', 'write-part', 'write-part', 'write-part']);
    // The texts are far shorter than planned, so the later parts get more words.
    expect(partTasks().map(({ words, written }) => [words, written])).toEqual([
      [750, ''],
      [999, partText(0)],
      [2250, `${partText(0)}\n\n${partText(1)}`],
    ]);
    expect(await used({ chapterId: 'c-planned-first' }, 'chapter.generate')).toBe(1);
    expect(await used({ chapterId: 'c-planned-first' }, 'book.words')).toBe(12);
    expect((await ai.emitted(aiCallSettled)).at(-1)?.data).toMatchObject({
      outcome: 'finished',
      inputTokens: 400,
      outputTokens: 40,
      promptVersion: promptVersion('write-part'),
    });
  });

  it('follows the beats of its plan, with their lengths, entries and points of view', async () => {
    const entry = (id: string, name: string) => ({
      id,
      name,
      kind: 'character' as const,
      aliases: [],
      summary: '',
      tracked: true,
      caseSensitive: false,
      inPrompt: 'auto' as const,
      facts: [],
      relations: [],
    });
    fixture.entries = [entry('mara', 'Mara'), entry('tomas', 'Tomas')];
    fixture.earlierChapters = [{ ...chapter('c-before'), content: 'It rained for a week. Mara stayed at the mill.' }];
    script();
    const { body } = await generate('planned-by-author', { targetWords: 2000 });
    expect([body['content'], body['parts']]).toEqual([`${partText(0)}\n\n${partText(1)}`, { done: 2, of: 2 }]);
    expect(partTasks().map(({ povName, context }) => [povName, [...context.pinnedEntries]])).toEqual([
      ['Mara', ['mara']],
      [null, ['tomas', 'deleted']],
    ]);
    const [first, second] = requests;
    expect([tasks().length, partTasks()[0]?.words]).toEqual([2, 1333]);
    expect([second?.stable, second?.stable.includes('Mara stayed at the mill.')]).toEqual([first?.stable, true]);
    expect([first?.volatile.includes('point of view of "pov"'), second?.volatile]).toEqual([
      true,
      expect.stringContaining(partText(0)),
    ]);
  });

  it('is written at once when it is short', async () => {
    requests = [];
    const { body } = await generate('planned-short');
    expect([body['content'], body['parts'], provider.lastRequest?.task.kind]).toEqual([
      'A good chapter.',
      null,
      'generate',
    ]);
  });

  it('tells a client where each part begins', async () => {
    script();
    const stream = await openStream('c-streamed', long).text();
    const resultId = (eventsOf(stream).at(-1)?.[1] as { resultId: string }).resultId;
    const separated = partText(0).length + 2;
    expect(partsOf(stream)).toEqual([
      { index: 0, of: 3, title: 'Mara finds the letter.', from: 0, resultId },
      { index: 1, of: 3, title: 'She reads it twice.', from: separated, resultId },
      { index: 2, of: 3, title: 'She burns it.', from: separated * 2, resultId },
    ]);
  });

  it('keeps the finished parts when the author stops, also for a repeated request', async () => {
    script((task, _request, { signal }) =>
      task.index < 2
        ? Promise.resolve(partText(task.index))
        : new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    );
    const key = { 'idempotency-key': 'key-of-stopped-parts' };
    const stream = openStream('c-stopped', long, key);
    await stream.response;
    await eventually(() => Promise.resolve(partTasks().length === 3));
    stream.disconnect();
    await expect(stream.text()).rejects.toThrow();
    await eventually(async () => (await used({ chapterId: 'c-stopped' }, 'book.words')) === 8);
    const { status, body } = await generate('c-stopped', long, key);
    expect([status, body['content'], body['parts']]).toEqual([
      200,
      `${partText(0)}\n\n${partText(1)}`,
      { done: 2, of: 3 },
    ]);
    expect(await used({ chapterId: 'c-stopped' }, 'chapter.generate')).toBe(1);
  });

  it('keeps the finished parts when the provider fails, and counts no use', async () => {
    script((task) => (task.index === 1 ? Promise.reject(new Error('down')) : Promise.resolve(partText(task.index))));
    const { status, body } = await generate('c-failed-part', long);
    expect([status, body['content'], body['parts']]).toEqual([200, partText(0), { done: 1, of: 3 }]);
    expect(await used({ chapterId: 'c-failed-part' }, 'chapter.generate')).toBe(0);
    expect(await used({ chapterId: 'c-failed-part' }, 'book.words')).toBe(0);
    expect((await ai.emitted(aiCallSettled)).at(-1)?.data).toMatchObject({ outcome: 'failed' });
  });

  it('is not counted when its first part fails', async () => {
    script(() => Promise.reject(new Error('down')));
    expect((await generate('c-no-part', long)).status).toBe(502);
    expect(await used({ chapterId: 'c-no-part' }, 'chapter.generate')).toBe(0);
  });

  it('is written as one beat when the model returns no plan', async () => {
    script();
    const { respond } = provider;
    provider.respond = (request, options) =>
      request.task.kind === 'plan-beats'
        ? Promise.resolve({ text: '{"beats": []}', ...usage })
        : respond(request, options);
    const { body } = await generate('c-no-plan', long);
    expect(body['parts']).toEqual({ done: 2, of: 2 });
    expect(partTasks().map(({ text }) => text)).toEqual(
      [1, 2].map((n) => `The chapter “Snow”\n(Piece ${n} of 2 of this.)`),
    );
  });

  it('excludes a part that finishes after the author has disconnected, and releases its tokens', async () => {
    script(({ index }, _request, { signal }) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      if (index === 0) resolve(partText(0));
      else signal.addEventListener('abort', () => resolve(partText(index)));
      return promise;
    });
    const stream = openStream('c-left', long);
    await stream.response;
    await eventually(() => Promise.resolve(partTasks().length === 2));
    stream.disconnect();
    await expect(stream.text()).rejects.toThrow();
    await eventually(async () => (await used({ chapterId: 'c-left' }, 'book.words')) === 4);
    expect(await ai.platform.connection.collection('token_reservations').countDocuments()).toBe(0);
  });

  it('keeps its reservation, however long its parts take', async () => {
    const reservations = ai.platform.connection.collection<{ state: string; createdAt: Date }>('reservations');
    const filter = { state: 'reserved', createdAt: { $gte: new Date(0) } };
    let ageMs = Infinity;
    script(async ({ index }) => {
      if (index === 1) await reservations.updateOne(filter, { $set: { createdAt: new Date(0) } });
      if (index === 2) ageMs = Date.now() - Number((await reservations.findOne(filter))?.createdAt);
      return partText(index);
    });
    expect((await generate('c-slow', long)).status).toBe(200);
    expect(ageMs).toBeLessThan(60_000);
  });

  describe('a part that copies from the book', () => {
    const copied = 'The lamp on the pier went out before the last boat came home.';
    const run = 'The lamp on the pier went out before the last boat came';
    /** The second attempt gives `again`. */
    const scriptCopy = (again: () => Promise<string>) => {
      fixture.earlierChapters = [{ ...chapter('c-before'), content: `It rained. ${copied} Nobody saw it.` }];
      script((task) => {
        if (task.index !== 1) return Promise.resolve(partText(task.index));
        return task.copied === null ? Promise.resolve(`So it began. ${copied}`) : again();
      });
    };

    it('is written once more, in other words', async () => {
      scriptCopy(() => Promise.resolve('It was dark.'));
      const stream = await openStream('c-copied', long).text();
      expect(partsOf(stream).map(({ index }) => index)).toEqual([0, 1, 1, 2]);
      expect(partTasks().map((task) => task.copied)).toEqual([null, null, run, null]);
      expect(eventsOf(stream).at(-1)?.[1]).toMatchObject({
        content: `${partText(0)}\n\nIt was dark.\n\n${partText(2)}`,
      });
    });

    it('is kept when the second attempt fails', async () => {
      scriptCopy(() => Promise.reject(new Error('down')));
      const stream = await openStream('c-copied-twice', long).text();
      expect(partsOf(stream).map(({ index }) => index)).toEqual([0, 1, 1, 1, 2]);
      expect(eventsOf(stream).at(-1)?.[1]).toMatchObject({
        content: `${partText(0)}\n\nSo it began. ${copied}\n\n${partText(2)}`,
        parts: { done: 3, of: 3 },
      });
    });
  });

  it('sends a part again when its final text differs from the streamed text', async () => {
    provider.respond = async ({ task }, { onDelta }) => {
      const text = task.kind === 'write-part' ? `  ${partText(task.index)}` : JSON.stringify(plan);
      onDelta(text);
      return { text, ...usage };
    };
    const stream = await openStream('c-trimmed', long).text();
    const events = eventsOf(stream)
      .slice(0, 5)
      .map(([name, data]) => [name, (data as { text?: string }).text]);
    expect(events).toEqual([
      ['part', undefined],
      ['delta', `  ${partText(0)}`],
      ['part', undefined],
      ['delta', partText(0)],
      ['delta', '\n\n'],
    ]);
  });
});
