import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { Author } from '../../src/author.ts';
import type { HostileAnswer } from '../../src/attacks/flood.ts';
import { isAcceptable } from '../../src/busy-replies.ts';
import { attackFromProcess } from '../../src/hostile-account.ts';
import { type AppStack, processIds, startAppStack } from '../../src/app-stack.ts';
import { RecordedChapter } from '../../src/recorded-chapter.ts';
import { summarizeTimes } from '../../src/summarize-times.ts';
import { WriteHistory } from '../../src/write-history.ts';

const saveEveryMs = 100;
/** The duration of saves before the attack, as a baseline of the machine. */
const baselineMs = 3000;
const longestSaveMs = 500;

/** Milliseconds since 1970. */
interface Save {
  readonly startedAt: number;
  readonly endedAt: number;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const durationOf = ({ startedAt, endedAt }: Save): number => endedAt - startedAt;

/** The most memory that each process has had, e.g. “books 280 MB”. */
const peakMemory = (pids: Readonly<Record<string, number | undefined>>): string =>
  Object.entries(pids)
    .map(([name, pid]) => {
      const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return `${name} ${Math.round(Number(kilobytes) / 1024)} MB`;
    })
    .join(', ');

/** The hostile requests that ran during the slowest save, without their ids. */
function concurrentWithSlowest(saves: readonly Save[], answers: readonly HostileAnswer[]): string[] {
  const slowest = saves.toSorted((a, b) => durationOf(b) - durationOf(a))[0];
  if (!slowest) return [];
  const concurrent = answers.filter(
    ({ startedAt, endedAt }) => startedAt < slowest.endedAt && endedAt > slowest.startedAt,
  );
  return [
    ...new Set(
      concurrent.map(({ request, status }) => `${request.replace(/(books|chapters)\/[^/]+/, '$1/:id')} ${status}`),
    ),
  ];
}

describe('hostile requests of ordinary accounts', () => {
  let stack: AppStack;
  beforeAll(async () => {
    stack = await startAppStack();
  });
  afterAll(async () => await stack.remove());

  async function startAttack(): Promise<HostileAnswer[]> {
    const { url, demo } = stack;
    const pro = demo.accounts.find(({ plan }) => plan === 'pro_monthly');
    if (!pro) throw new Error('The demo has no paying account.');
    const { account: free } = await Author.register(url);
    return await attackFromProcess({ url, free, pro });
  }

  /** Saves like the editor until `isOver` returns true; returns the times of each save. */
  async function saveUntil(isOver: () => boolean, chapter: RecordedChapter): Promise<Save[]> {
    const saves: Save[] = [];
    while (!isOver()) {
      const startedAt = Date.now();
      await chapter.append(`word${saves.length} `);
      saves.push({ startedAt, endedAt: Date.now() });
      await wait(saveEveryMs);
    }
    return saves;
  }

  it('all get acceptable replies, crash no process, and neither lose nor delay another author’s saves', async () => {
    const history = new WriteHistory();
    const chapter = await RecordedChapter.create(await Author.register(stack.url), history);
    const before = processIds(stack);
    const baselineEnd = Date.now() + baselineMs;
    const baseline = await saveUntil(() => Date.now() > baselineEnd, chapter);
    let isOver = false;
    const attack = startAttack().finally(() => {
      isOver = true;
    });
    const [saves, answers] = await Promise.all([saveUntil(() => isOver, chapter), attack]);

    process.stdout.write(`${baseline.length} saves alone: ${summarizeTimes(baseline.map(durationOf))}\n`);
    process.stdout.write(
      `${saves.length} saves during ${answers.length} hostile requests: ${summarizeTimes(saves.map(durationOf))}\n`,
    );
    process.stdout.write(
      `Hostile requests during the slowest save: ${concurrentWithSlowest(saves, answers).join(', ')}\n`,
    );
    process.stdout.write(`Most memory of each process: ${peakMemory(before)}\n`);
    expect(answers.length).toBeGreaterThan(40);
    expect(answers.filter((answer) => !isAcceptable(answer))).toEqual([]);
    expect(processIds(stack)).toEqual(before);
    expect([history.size, await history.findDifferences()]).toEqual([baseline.length + saves.length, []]);
    expect(saves.length).toBeGreaterThan(5);
    if (isDeep) expect(Math.max(...saves.map(durationOf))).toBeLessThan(longestSaveMs);
  }, 600_000);
});
