import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceNames } from '@inkbear/contracts/services';
import { isDeep, testSeed as seed } from '@inkbear/service-kit/testing/test-scale';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { Random } from '@inkbear/service-kit/testing/random';
import { Author } from '../../src/author.ts';
import { type AppStack, startAppStack } from '../../src/app-stack.ts';
import { ContinuousWriter } from '../../src/continuous-writer.ts';
import { getWithRateLimitRetry } from '../../src/get-with-rate-limit-retry.ts';
import { RecordedChapter } from '../../src/recorded-chapter.ts';
import { RecoveryTimes } from '../../src/recovery-times.ts';
import { WriteHistory } from '../../src/write-history.ts';

/** Per process: concurrent authors, saves of each author, and kills. */
const [authors, savesEach, kills] = isDeep ? [8, 250, 12] : [2, 30, 3];
/** The longest time from a kill to the next saves, asserted in deep runs. Other runs may share a busy machine. */
const recoveredWithinMs = isDeep ? 30_000 : 120_000;
const killedProcesses = ['books', 'nats', 'gateway', 'auth', 'mongod'];
/** The supervisor's backoff restarts a process that keeps dying after up to 10 s. */
const limitMs = isDeep ? 900_000 : 240_000;
/** The longest wait before a kill, so that it meets any moment of the saves that are under way. */
const maxKillDelayMs = 30;

/** An outage of one of these may stop saves: without auth the gateway rejects every session after a minute. */
const servicesOfSaves: readonly string[] = ['auth', 'books'];
/** Killed one after the other: all services in each round, or one that saves do not need. */
const listVictims = (random: Random): readonly string[] =>
  isDeep
    ? Array.from({ length: 3 }, () => random.shuffle(serviceNames)).flat()
    : random.shuffle(serviceNames.filter((name) => !servicesOfSaves.includes(name))).slice(0, 1);
/** The pause of each writer between two saves: the history of a deep run stays short enough to be compared. */
const writerPauseMs = isDeep ? 500 : 100;
/** The saves of each writer that must be acknowledged after each kill. */
const savesAfterKill = 3;

describe(`a process killed during saves (TEST_SEED=${seed})`, () => {
  let stack: AppStack;
  beforeAll(async () => {
    stack = await startAppStack({ seed: false });
  });
  afterAll(async () => await stack.remove());

  /** Waits for the next saves of each writer; returns the statuses of the attempts that were not acknowledged meanwhile. */
  async function awaitSaves(writers: readonly ContinuousWriter[]): Promise<number[]> {
    const before = writers.map(({ answers }) => answers.length);
    const newAnswers = () => writers.map(({ answers }, index) => answers.slice(before[index]));
    const isSaved = ({ status }: { readonly status: number }) => status === 200;
    await eventually(
      () => newAnswers().map((answers) => answers.filter(isSaved).length),
      (counts) => counts.every((count) => count >= savesAfterKill),
      recoveredWithinMs,
    );
    return newAnswers()
      .flat()
      .filter((answer) => !isSaved(answer))
      .map(({ status }) => status);
  }

  const save = (chapter: RecordedChapter, recovery: RecoveryTimes, word: string): Promise<void> =>
    chapter.append(`${word} `, {
      onAnswer: ({ status, ms }) => {
        if (status === 200) recovery.acknowledged(ms);
      },
    });

  /** Saves a chapter repeatedly; calls `onSaved` after each acknowledgement. */
  async function saveRepeatedly(
    chapter: RecordedChapter,
    recovery: RecoveryTimes,
    onSaved: () => Promise<void>,
  ): Promise<void> {
    for (let number = 1; number <= savesEach; number += 1) {
      await save(chapter, recovery, `word${number}`);
      await onSaved();
    }
  }

  it.each(killedProcesses)(
    '%s: loses no acknowledged word and no acknowledged revision',
    async (victim) => {
      const writers = await Promise.all(Array.from({ length: authors }, () => Author.register(stack.url)));
      const history = new WriteHistory();
      // All chapters exist before the first kill: only saves are repeated until they are acknowledged.
      const chapters = await Promise.all(writers.map((author) => RecordedChapter.create(author, history)));
      const recovery = new RecoveryTimes();
      const random = new Random(seed + killedProcesses.indexOf(victim));
      const killEvery = Math.floor((authors * savesEach) / kills);
      // One kill in the first half of each part of the saves, so that each is over before the next one.
      const killAfter = new Set(
        Array.from({ length: kills }, (_, part) => part * killEvery + random.between(1, Math.floor(killEvery / 2))),
      );
      let saved = 0;
      const killing: Promise<void>[] = [];
      const killLater = async (delayMs: number) => {
        await sleep(delayMs);
        recovery.faultBegins();
        stack.processes[victim]?.kill('SIGKILL');
      };
      const onSaved = async () => {
        saved += 1;
        if (!killAfter.has(saved)) return;
        await stack.processes[victim]?.waitUntilReady();
        killing.push(killLater(random.between(0, maxKillDelayMs)));
      };
      await Promise.all(chapters.map((chapter) => saveRepeatedly(chapter, recovery, onSaved)));
      await Promise.all(killing);
      // The last kill may come after the last of these saves, so each chapter is saved once more.
      await Promise.all(chapters.map((chapter) => save(chapter, recovery, 'last')));
      for (const name of [victim, 'books', 'gateway']) await stack.processes[name]?.waitUntilReady();
      expect([history.size, await history.findDifferences()]).toEqual([authors * (savesEach + 1), []]);
      const wordCounts = await Promise.all(
        chapters.map(
          async ({ id, author }) => (await getWithRateLimitRetry(author, `/api/chapters/${id}`)).body['wordCount'],
        ),
      );
      expect(wordCounts).toEqual(Array(authors).fill(savesEach + 1));
      process.stdout.write(
        `${victim}: ${saved} saves acknowledged, killed ${killing.length} times, slowest recovery of saves: ${recovery.describeSlowest()} (TEST_SEED=${seed})\n`,
      );
      expect(killing).toHaveLength(kills);
      if (isDeep) expect(recovery.slowestMs).toBeLessThan(recoveredWithinMs);
    },
    limitMs,
  );

  it(
    isDeep
      ? 'every service in turn: loses no acknowledged word'
      : 'a service that saves do not need: does not stop them',
    async () => {
      const random = new Random(seed);
      const writers = await Promise.all(
        Array.from({ length: 2 }, () => ContinuousWriter.start(stack.url, { pauseMs: writerPauseMs })),
      );
      const victims = listVictims(random);
      await awaitSaves(writers);
      for (const victim of victims) {
        await sleep(random.between(0, writerPauseMs));
        const killed = stack.processes[victim];
        const pid = killed?.pid;
        killed?.kill('SIGKILL');
        if (servicesOfSaves.includes(victim)) {
          await eventually(() => killed?.pid !== pid);
          await killed?.waitUntilReady();
          await awaitSaves(writers);
          continue;
        }
        // It stays down until saves have been acknowledged without it.
        await killed?.stop();
        expect([victim, await awaitSaves(writers)]).toEqual([victim, []]);
        await killed?.restart();
      }
      for (const writer of writers) {
        const { acknowledged, stored } = await writer.stop();
        expect([stored, await writer.history.findDifferences()]).toEqual([acknowledged, []]);
      }
      process.stdout.write(
        `${victims.join(', ')}: ${writers.map(({ history }) => history.size).join(' + ')} saves acknowledged (TEST_SEED=${seed})\n`,
      );
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
    await eventually(wordsToday, (words) => words === 4, recoveredWithinMs);
    expect(await history.findDifferences()).toEqual([]);
  });
});
