import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ServiceName, serviceNames } from '@inkbear/contracts/services';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { type AppStack, startAppStack } from '../../src/app-stack.ts';
import type { RouteOutcome } from '../../src/call-route.ts';
import { ContinuousWriter } from '../../src/continuous-writer.ts';
import {
  callInRounds,
  createOutageCallers,
  describeSlowest,
  listUnacceptable,
  listOutageRoutes,
  maxAnswerMs,
} from '../../src/outage-rounds.ts';

const services: readonly ServiceName[] = isDeep ? serviceNames : ['auth', 'books'];
/** When all routes are called, in milliseconds after MongoDB has disappeared. Most jobs run in 20 s. */
const roundsAtMs = isDeep ? [0, 3000, 22_000] : [0, 3000];

/** So that the outage begins while the writer saves. */
const savesBeforeOutage = 5;

/** How MongoDB disappears, and how it comes back. */
const outages = [
  {
    how: 'hangs',
    begin: async (stack: AppStack) => void process.kill(pidOf(stack), 'SIGSTOP'),
    end: async (stack: AppStack) => void process.kill(pidOf(stack), 'SIGCONT'),
  },
  {
    how: 'is stopped',
    begin: async (stack: AppStack) => await stack.processes['mongod']?.stop(),
    end: async (stack: AppStack) => await stack.processes['mongod']?.restart(),
  },
] as const;

function pidOf(stack: AppStack): number {
  const pid = stack.processes['mongod']?.pid;
  if (pid === undefined) throw new Error('mongod does not run.');
  return pid;
}

/** Of all processes but mongod. */
const pidsOf = (stack: AppStack) =>
  Object.entries(stack.processes)
    .filter(([name]) => name !== 'mongod')
    .map(([name, { pid }]) => [name, pid]);

describe('an outage of MongoDB', () => {
  let stack: AppStack;
  beforeAll(async () => {
    stack = await startAppStack({ seed: false });
  });
  afterAll(async () => await stack.remove());

  it.each(isDeep ? outages : outages.slice(0, 1))(
    'is answered with 503 within two seconds on every route when it $how; a writer loses nothing',
    async ({ how, begin, end }) => {
      const callers = await createOutageCallers(stack, roundsAtMs.length);
      const routes = listOutageRoutes(services);
      const writer = await ContinuousWriter.start(stack.url, { pauseMs: 0 });

      const pids = pidsOf(stack);
      await eventually(() => writer.history.size >= savesBeforeOutage);
      const savesBefore = writer.answers.length;
      await begin(stack);
      let rounds: RouteOutcome[][];
      try {
        rounds = await callInRounds(routes, callers, roundsAtMs);
      } finally {
        await end(stack);
      }
      const outcomes = rounds.flat();
      const laterRounds = rounds.slice(1).flat();
      const backAt = performance.now();
      await eventually(async () => (await callers[0]?.author.call('GET', '/api/user'))?.status === 200);
      const backMs = Math.round(performance.now() - backAt);
      await writer.stop();
      const saves = writer.answers.slice(savesBefore);
      expect(pidsOf(stack)).toEqual(pids);
      process.stdout.write(
        `MongoDB ${how}: ${outcomes.length} answers, the slowest ${describeSlowest(outcomes)}; saves ${describeSlowest(saves)}; ` +
          `reads work ${backMs} ms after it is back, ${writer.history.size} saves\n`,
      );
      // In the first second a request may be refused for its content before it reaches the database.
      expect(listUnacceptable([...outcomes, ...saves])).toEqual([]);
      expect(laterRounds.filter(({ status }) => status !== 503)).toEqual([]);
      if (isDeep) expect([...outcomes, ...saves].filter(({ ms }) => ms > maxAnswerMs)).toEqual([]);
      expect(await writer.history.findDifferences()).toEqual([]);
    },
  );
});
