import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { Author } from '../../src/author.ts';
import { type AppStack, startAppStack } from '../../src/app-stack.ts';
import { saveUntilAcknowledged } from '../../src/save-until-acknowledged.ts';

/** Per process: concurrent authors, saves of each author, and kills. */
const [authors, savesEach, kills] = isDeep ? [8, 250, 12] : [2, 30, 3];
const killedProcesses = ['books', 'nats', 'gateway', 'auth', 'mongod'];
/** The supervisor's backoff restarts a process that keeps dying after up to 10 s. */
const limitMs = isDeep ? 900_000 : 240_000;

describe('a process killed during saves', () => {
  let stack: AppStack;
  beforeAll(async () => {
    stack = await startAppStack({ seed: false });
  }, 120_000);
  afterAll(async () => await stack.remove(), 60_000);

  /** Saves a new chapter repeatedly; calls `onSaved` after each acknowledgement. */
  async function saveRepeatedly(
    author: Author,
    onSaved: () => Promise<void>,
  ): Promise<{ chapterId: string; text: string; acknowledged: Map<number, string> }> {
    const { chapterId } = await author.createBook();
    const { body: first } = await author.call('GET', `/api/chapters/${chapterId}`);
    let text = String(first['content']);
    const state = { rev: Number(first['rev']), length: text.length };
    const acknowledged = new Map<number, string>();
    for (let number = 1; number <= savesEach; number += 1) {
      const words = `word${number} `;
      const rev = await saveUntilAcknowledged(author, chapterId, state, words);
      text += words;
      acknowledged.set(rev, text);
      await onSaved();
    }
    return { chapterId, text, acknowledged };
  }

  it.each(killedProcesses)(
    '%s: loses no acknowledged word of the text or of any acknowledged revision',
    async (victim) => {
      const writers = await Promise.all(Array.from({ length: authors }, () => Author.register(stack.url)));
      const killEvery = Math.floor((authors * savesEach) / kills);
      let saved = 0;
      let killed = 0;
      const onSaved = async () => {
        saved += 1;
        if (saved % killEvery !== Math.floor(killEvery / 2)) return;
        await stack.processes[victim]?.waitUntilReady();
        stack.processes[victim]?.kill('SIGKILL');
        killed += 1;
      };
      const written = await Promise.all(writers.map((author) => saveRepeatedly(author, onSaved)));
      for (const name of [victim, 'books', 'gateway']) await stack.processes[name]?.waitUntilReady();
      for (const [index, { chapterId, text, acknowledged }] of written.entries()) {
        const author = writers[index];
        const now = await author?.call('GET', `/api/chapters/${chapterId}`);
        expect([now?.body['content'], now?.body['wordCount']]).toEqual([text, savesEach]);
        const sampled = [...acknowledged].filter((_entry, at) => at % 7 === 0);
        for (const [rev, then] of sampled)
          expect((await author?.call('GET', `/api/chapters/${chapterId}/revisions/${rev}`))?.body['content']).toBe(
            then,
          );
      }
      process.stdout.write(`${victim}: ${saved} saves acknowledged, killed ${killed} times\n`);
      expect(killed).toBe(kills);
    },
    limitMs,
  );

  it('publishes events of saves made during a broker outage once the broker is back', async () => {
    const author = await Author.register(stack.url);
    const { chapterId } = await author.createBook();
    const { body: empty } = await author.call('GET', `/api/chapters/${chapterId}`);
    await stack.processes['nats']?.stop();
    await saveUntilAcknowledged(
      author,
      chapterId,
      { rev: Number(empty['rev']), length: 0 },
      'written without a broker ',
    );
    await stack.processes['nats']?.restart();
    const wordsToday = async () => Number((await author.call('GET', '/api/user')).body['stats'].wordsToday);
    await eventually(wordsToday, (words) => words === 4, 30_000);
  }, 120_000);
});
