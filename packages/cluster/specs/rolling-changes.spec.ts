import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findK6 } from '@inkbear/local/find-k6';
import { pinnedNode, repositoryRoot } from '@inkbear/local/paths';
import { toTerminal } from '@inkbear/local/report';
import { countWriters, runLoad } from '@inkbear/load/run-k6';
import { createWriters, type Writer } from '@inkbear/load/writers';
import { AiStreams } from '../src/ai-streams.ts';
import { helm, kubectl, publicUrl, release, upgrade } from '../src/cluster.ts';
import { imageTag, type Installation, useInstallation } from '../src/installation.ts';
import { run } from '../src/run.ts';

const requestsPerSecond = 50;
/** The load begins before the change and must not end before it. */
const durationSeconds = 150;
/** Not a promise about this machine, which has two processors for the whole cluster: a save must only not hang. */
const saveP99Ms = 10_000;

describe('requests during a change of the release', () => {
  let installation: Installation;
  let k6: string;
  let writers: Writer[];
  beforeAll(async () => {
    k6 = await findK6(process.env, toTerminal);
    installation = await useInstallation();
    writers = await createWriters(publicUrl, countWriters(requestsPerSecond));
  }, 600_000);
  afterAll(() => installation.gateway.close());

  const failedDuring = async (name: string, change: () => Promise<unknown>): Promise<number> => {
    const startedAt = Date.now();
    const load = runLoad({
      k6,
      url: publicUrl,
      scenario: 'writing',
      writers,
      requestsPerSecond,
      durationSeconds,
      saveP99Ms,
      stdio: 'ignore',
    });
    // Both end before an error of one is reported, so that no load runs beside the next test.
    const [changed, loaded] = await Promise.allSettled([change().then(() => Date.now()), load]);
    if (changed.status === 'rejected') throw changed.reason;
    if (loaded.status === 'rejected') throw loaded.reason;
    const seconds = Math.round((changed.value - startedAt) / 1000);
    if (seconds > durationSeconds) throw new Error(`${name} took ${seconds} s, longer than the load.`);
    const { requests, failed, saves } = loaded.value;
    process.stdout.write(
      `${name} in ${seconds} s: ${failed} of ${requests} requests failed; saves ${JSON.stringify(saves)} ms\n`,
    );
    return failed;
  };

  it('succeed while every pod is replaced, and AI streams that are cut give their use back', async () => {
    const streams = await AiStreams.start(publicUrl);
    const change = () => upgrade(imageTag, [`secretsRevision=r${Date.now()}`]);
    const failed = await failedDuring('upgrade', change);
    const outcomes = await streams.stop();
    const cut = outcomes.filter(({ isFinished }) => !isFinished);
    process.stdout.write(`${cut.length} of ${outcomes.length} AI streams were cut\n`);
    expect(failed).toBe(0);
    expect(cut.length).toBeGreaterThan(0);
    expect(outcomes.filter(({ used, results }) => used !== results)).toEqual([]);
    expect(outcomes.filter(({ isFinished, used }) => isFinished && used !== 1)).toEqual([]);
  }, 600_000);

  it('succeed during a rollback', async () => {
    expect(await failedDuring('rollback', () => helm(['rollback', release, '--wait', '--timeout=5m']))).toBe(0);
  }, 400_000);

  it('succeed while keys are rotated, and nobody is signed out', async () => {
    const rotate = async () => {
      const secret = await kubectl(['get', 'secret', 'inkbear-keys', '--output=json']);
      const ops = path.join(repositoryRoot, 'packages/local/src/ops.ts');
      const changed = await run(pinnedNode, ['--no-warnings', ops, 'rotate-keys', 'auth-session', '--secret'], {
        input: secret,
      });
      await kubectl(['replace', '--filename=-'], { input: changed });
    };
    expect(await failedDuring('publishing of a new session key', rotate)).toBe(0);
  }, 400_000);
});
