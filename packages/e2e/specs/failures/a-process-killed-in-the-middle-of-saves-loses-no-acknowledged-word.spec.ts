import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { Author } from '../../src/author.ts';
import { type House, openHouse } from '../../src/house.ts';
import { saveUntilAcknowledged } from '../../src/save-until-acknowledged.ts';

/** Authors who save at once, the saves of each of them, and kills; for each process. */
const [authors, savesEach, kills] = isDeep ? [8, 250, 12] : [2, 30, 3];
const victims = ['books', 'nats', 'gateway', 'auth', 'mongod'];
/** A process that is killed again and again is started again after up to 10 s. */
const limitMs = isDeep ? 900_000 : 240_000;

describe('a process that is killed in the middle of saves', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ seed: false });
  }, 120_000);
  afterAll(async () => await house.leave(), 60_000);

  /** Saves one new chapter again and again; `onSaved` is called after each acknowledgement. */
  async function write(
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

  it.each(victims)(
    '%s: every acknowledged word is there, and in every acknowledged revision',
    async (victim) => {
      const writers = await Promise.all(Array.from({ length: authors }, () => Author.register(house.url)));
      const every = Math.floor((authors * savesEach) / kills);
      let saved = 0;
      let killed = 0;
      const onSaved = async () => {
        saved += 1;
        if (saved % every !== Math.floor(every / 2)) return;
        await house.processes[victim]?.waitUntilReady();
        house.processes[victim]?.kill('SIGKILL');
        killed += 1;
      };
      const written = await Promise.all(writers.map((author) => write(author, onSaved)));
      for (const name of [victim, 'books', 'gateway']) await house.processes[name]?.waitUntilReady();
      for (const [index, { chapterId, text, acknowledged }] of written.entries()) {
        const author = writers[index];
        const now = await author?.call('GET', `/api/chapters/${chapterId}`);
        expect([now?.body['content'], now?.body['wordCount']]).toEqual([text, savesEach]);
        const looked = [...acknowledged].filter((_entry, at) => at % 7 === 0);
        for (const [rev, then] of looked)
          expect((await author?.call('GET', `/api/chapters/${chapterId}/revisions/${rev}`))?.body['content']).toBe(
            then,
          );
      }
      process.stdout.write(`${victim}: ${saved} saves acknowledged, killed ${killed} times\n`);
      expect(killed).toBe(kills);
    },
    limitMs,
  );

  it('tells what was saved while the broker was away as soon as it is back', async () => {
    const author = await Author.register(house.url);
    const { chapterId } = await author.createBook();
    const { body: empty } = await author.call('GET', `/api/chapters/${chapterId}`);
    await house.processes['nats']?.stop();
    await saveUntilAcknowledged(
      author,
      chapterId,
      { rev: Number(empty['rev']), length: 0 },
      'written while nobody listened ',
    );
    await house.processes['nats']?.restart();
    for (let tries = 0; tries < 300; tries += 1) {
      const { body } = await author.call('GET', '/api/user');
      if (Number(body['stats'].wordsToday) === 4) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The words did not arrive within 30 s.');
  }, 120_000);
});
