import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { Author } from '../../src/author.ts';
import { type House, openHouse } from '../../src/house.ts';
import { saveUntilAcknowledged } from '../../src/save-until-acknowledged.ts';

const saves = isDeep ? 1000 : 60;
const everyNthKills = 20;
/** A process that is killed again and again is started again after up to 10 s. */
const limitMs = isDeep ? 1_200_000 : 240_000;

describe('a process that is killed in the middle of saves', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ seed: false });
  }, 120_000);
  afterAll(async () => await house.leave(), 60_000);

  it.each(['books', 'nats', 'gateway'])('%s: every acknowledged word is there, and in every acknowledged revision', async (victim) => {
    const author = await Author.register(house.url);
    const { chapterId } = await author.createBook();
    const first = await author.call('GET', `/api/chapters/${chapterId}`);
    const state = { rev: Number(first.body['rev']), length: String(first.body['content']).length };
    let text = String(first.body['content']);
    const acknowledged = new Map<number, string>();
    for (let number = 1; number <= saves; number += 1) {
      const words = `word${number} `;
      if (number % everyNthKills === everyNthKills / 2) house.processes[victim]?.kill('SIGKILL');
      const rev = await saveUntilAcknowledged(author, chapterId, state, words);
      text += words;
      acknowledged.set(rev, text);
    }
    await house.processes['books']?.waitUntilReady();
    const now = await author.call('GET', `/api/chapters/${chapterId}`);
    expect([now.body['content'], now.body['wordCount']]).toEqual([text, saves]);
    for (const [rev, then] of [...acknowledged].filter((_entry, index) => index % 7 === 0)) expect((await author.call('GET', `/api/chapters/${chapterId}/revisions/${rev}`)).body['content']).toBe(then);
  }, limitMs);

  it('tells what was saved while the broker was away as soon as it is back', async () => {
    const author = await Author.register(house.url);
    const { chapterId } = await author.createBook();
    const { body: empty } = await author.call('GET', `/api/chapters/${chapterId}`);
    await house.processes['nats']?.stop();
    await saveUntilAcknowledged(author, chapterId, { rev: Number(empty['rev']), length: 0 }, 'written while nobody listened ');
    await house.processes['nats']?.restart();
    for (let tries = 0; tries < 300; tries += 1) {
      const { body } = await author.call('GET', '/api/user');
      if (Number(body['stats'].wordsToday) === 4) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The words did not arrive within 30 s.');
  }, 120_000);
});
