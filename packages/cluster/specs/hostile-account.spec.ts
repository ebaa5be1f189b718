import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Author } from '@inkbear/e2e/author';
import { ContinuousWriter } from '@inkbear/e2e/continuous-writer';
import { createAuthor } from '@inkbear/e2e/create-author';
import { isAcceptable } from '@inkbear/e2e/busy-replies';
import { attackFromProcess } from '@inkbear/e2e/hostile-account';
import { listPods, type Pod, publicUrl, upgrade } from '../src/cluster.ts';
import { imageTag, type Installation, useInstallation } from '../src/installation.ts';
import { type MemoryPeak, MemoryWatch } from '../src/memory.ts';

/** The restarts of every container, and why each was last terminated. */
const listRestarts = (pods: readonly Pod[]) =>
  pods
    .flatMap(({ metadata: { name: pod }, status: { containerStatuses = [], initContainerStatuses = [] } }) =>
      [...containerStatuses, ...initContainerStatuses].map(
        ({ name, restartCount, lastState }) =>
          `${pod}/${name}: ${restartCount} ${lastState?.terminated?.reason ?? 'never ended'}`,
      ),
    )
    .toSorted();

const describePeak = ({ container, workingSet, cgroup, limit }: MemoryPeak): string =>
  `  ${container}: working set ${workingSet} MB, peak with page cache ${cgroup ?? 'unknown'} MB, limit ${limit} MB`;

describe('hostile requests of ordinary accounts, under the memory limits of the chart', () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await useInstallation();
    // New pods, so that their peaks are those of the attack, and AI that streams without a pause as usual.
    const values = ['services.ai.env.OFFLINE_PACE_MS=0', `secretsRevision=hostile-${Date.now()}`];
    await upgrade(imageTag, values);
  }, 600_000);
  afterAll(async () => {
    installation.gateway.close();
    await upgrade(imageTag);
  }, 400_000);

  it('get acceptable replies, stop no container and lose no word of another author', async () => {
    const { account: free } = await Author.register(publicUrl);
    const { account: pro } = await createAuthor(publicUrl, 'pro_monthly');
    const before = listRestarts(await listPods());
    const memory = await MemoryWatch.start();
    const writer = await ContinuousWriter.start(publicUrl, { pauseMs: 200 });
    const answers = await attackFromProcess({ url: publicUrl, free, pro });
    const { acknowledged, stored } = await writer.stop();
    const after = listRestarts(await listPods());
    const peaks = await memory.stop();
    process.stdout.write(
      `${answers.length} hostile requests, ${acknowledged.split(' ').length - 1} saves meanwhile. ` +
        'The kubelet samples, and MongoDB and NATS have no Node to read their cgroup:\n' +
        `${peaks.map(describePeak).join('\n')}\n`,
    );
    expect(answers.length).toBeGreaterThan(40);
    expect(answers.filter((answer) => !isAcceptable(answer))).toEqual([]);
    expect(after).toEqual(before);
    expect(after.filter((line) => line.includes('OOMKilled'))).toEqual([]);
    expect(stored).toBe(acknowledged);
    expect(acknowledged.length).toBeGreaterThan(0);
    // A peak of the page cache may reach the limit; a working set may not.
    expect(peaks.filter(({ workingSet, limit }) => workingSet === 0 || workingSet >= limit)).toEqual([]);
  }, 900_000);
});
