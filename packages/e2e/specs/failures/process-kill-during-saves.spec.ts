import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { Author } from '../../src/author.ts';
import { type AppStack, startAppStack } from '../../src/app-stack.ts';
import { readWhenAllowed } from '../../src/read-when-allowed.ts';
import { RecordedChapter } from '../../src/recorded-chapter.ts';
import { RecoveryTimes } from '../../src/recovery-times.ts';
import { WriteHistory } from '../../src/write-history.ts';

/** Per process: concurrent authors, saves of each author, and kills. */
const [authors, savesEach, kills] = isDeep ? [8, 250, 12] : [2, 30, 3];
const recoveredWithinMs = 30_000;
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
    { history, recovery }: { history: WriteHistory; recovery: RecoveryTimes },
    onSaved: () => Promise<void>,
  ): Promise<RecordedChapter> {
    const chapter = await RecordedChapter.create(author, history);
    for (let number = 1; number <= savesEach; number += 1) {
      await chapter.append(`word${number} `, ({ status, ms }) => {
        if (status === 200) recovery.acknowledged(ms);
      });
      await onSaved();
    }
    return chapter;
  }

  it.each(killedProcesses)(
    '%s: loses no acknowledged word of the text and of every acknowledged revision',
    async (victim) => {
      const writers = await Promise.all(Array.from({ length: authors }, () => Author.register(stack.url)));
      const history = new WriteHistory();
      const recovery = new RecoveryTimes();
      const killEvery = Math.floor((authors * savesEach) / kills);
      let saved = 0;
      let killed = 0;
      const onSaved = async () => {
        saved += 1;
        if (saved % killEvery !== Math.floor(killEvery / 2)) return;
        await stack.processes[victim]?.waitUntilReady();
        recovery.faultBegins();
        stack.processes[victim]?.kill('SIGKILL');
        killed += 1;
      };
      const chapters = await Promise.all(
        writers.map((author) => saveRepeatedly(author, { history, recovery }, onSaved)),
      );
      for (const name of [victim, 'books', 'gateway']) await stack.processes[name]?.waitUntilReady();
      expect([history.size, await history.findDifferences()]).toEqual([authors * savesEach, []]);
      const wordCounts = await Promise.all(
        chapters.map(
          async ({ id, author }) => (await readWhenAllowed(author, `/api/chapters/${id}`)).body['wordCount'],
        ),
      );
      expect(wordCounts).toEqual(Array(authors).fill(savesEach));
      process.stdout.write(
        `${victim}: ${saved} saves acknowledged, killed ${killed} times, slowest recovery of saves: ${recovery.describeSlowest()}\n`,
      );
      expect(killed).toBe(kills);
      if (isDeep) expect(recovery.slowestMs).toBeLessThan(recoveredWithinMs);
    },
    limitMs,
  );

  it('publishes events of saves made during a broker outage once the broker is back', async () => {
    const author = await Author.register(stack.url);
    const history = new WriteHistory();
    const chapter = await RecordedChapter.create(author, history);
    await stack.processes['nats']?.stop();
    await chapter.append('written without a broker ');
    await stack.processes['nats']?.restart();
    const wordsToday = async () => Number((await author.call('GET', '/api/user')).body['stats'].wordsToday);
    await eventually(wordsToday, (words) => words === 4, 30_000);
    expect(await history.findDifferences()).toEqual([]);
  }, 120_000);
});
