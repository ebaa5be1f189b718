import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { processNames } from '@inkbear/contracts/services';
import { sessionCookieName, sessionIssuer } from '@inkbear/contracts/auth/session-token';
import { Author } from '@inkbear/e2e/author';
import type { LoadResult } from '@inkbear/load/run-k6';
import { secretSpreadMs } from '@inkbear/operations/keys/key-secret';
import { keyReloadMs } from '@inkbear/service-kit/keys';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { AiStreams, type StreamOutcome } from '../src/ai-streams.ts';
import { helm, podNamesOf, publicUrl, release, upgrade } from '../src/cluster.ts';
import { imageTag, type Installation, useInstallation } from '../src/installation.ts';
import { PortForward } from '../src/port-forward.ts';
import {
  documentedWaitMs,
  expireReplacedKeys,
  kidOf,
  mountsKey,
  readSessionKeys,
  rotateSessionKey,
} from '../src/session-keys.ts';
import { WritingLoad } from '../src/writing-load.ts';

const requestsPerSecond = 50;
/** A load begins before the change and must not end before it. */
const releaseSeconds = 150;
/** Three minutes between the steps, and up to three until all replicas sign with the new key. */
const switchSeconds = 480;
const retireSeconds = 300;

const cookieName = sessionCookieName(publicUrl);

const kidOfSession = (author: Author): string => kidOf(author.cookie(cookieName));

/** Sends the request to each replica of the gateway directly, not through their Service. Returns the statuses. */
async function readUserAtEachGateway(author: Author): Promise<number[]> {
  const statuses: number[] = [];
  for (const name of await podNamesOf('gateway')) {
    const forward = await PortForward.open(`pod/${name}`, 8080);
    const headers = { cookie: author.cookieHeader };
    const reply = await fetch(`http://127.0.0.1:${forward.port}/api/user`, { headers }).finally(() => forward.close());
    statuses.push(reply.status);
  }
  return statuses;
}

/** Signs in several times at once, so that every replica of auth signs some of the sessions. Returns the key ids. */
async function signInAtEveryReplica({ account }: Author): Promise<string[]> {
  const authors = await Promise.all(Array.from({ length: 8 }, () => Author.signIn(publicUrl, account)));
  return [...new Set(authors.map(kidOfSession))];
}

const expectOnlyFinishedCounted = (streams: readonly StreamOutcome[]) => {
  expect(streams.filter(({ used, results }) => used !== results)).toEqual([]);
  expect(streams.filter(({ end, used }) => end === 'finished' && used !== 1)).toEqual([]);
};

describe('requests during a change of the release', () => {
  let installation: Installation;
  let load: WritingLoad;
  beforeAll(async () => {
    installation = await useInstallation();
    load = await WritingLoad.prepare(requestsPerSecond);
  }, 600_000);
  afterAll(() => installation.gateway.close());

  const report = (name: string, seconds: number, loaded: LoadResult, streams: readonly StreamOutcome[]) => {
    const { requests, failed, dropped, measured: saves } = loaded;
    const count = (end: StreamOutcome['end']) => streams.filter((stream) => stream.end === end).length;
    process.stdout.write(
      `${name} in ${seconds} s: ${failed} of ${requests} requests failed, ${dropped} iterations were dropped; ` +
        `saves ${JSON.stringify(saves)} ms; ${count('cut')} of ${streams.length} AI streams were cut, ` +
        `${count('refused')} refused\n`,
    );
  };

  /** Makes a change under load and AI streams: no request may fail. Returns how the streams ended. */
  const changeUnderLoad = async (
    name: string,
    durationSeconds: number,
    change: () => Promise<unknown>,
  ): Promise<StreamOutcome[]> => {
    const streams = await AiStreams.start(publicUrl);
    const startedAt = Date.now();
    // Both end before an error of one is reported, so that no load runs during the next test.
    const [changed, loaded] = await Promise.allSettled([change().then(() => Date.now()), load.run(durationSeconds)]);
    const outcomes = await streams.stop();
    if (changed.status === 'rejected') throw changed.reason;
    if (loaded.status === 'rejected') throw loaded.reason;
    const seconds = Math.round((changed.value - startedAt) / 1000);
    report(name, seconds, loaded.value, outcomes);
    if (seconds > durationSeconds) throw new Error(`${name} took ${seconds} s, longer than the load.`);
    expect(loaded.value.failed).toBe(0);
    expect(loaded.value.requests).toBeGreaterThanOrEqual(load.minRequests(durationSeconds));
    expectOnlyFinishedCounted(outcomes);
    return outcomes;
  };

  /** For a change that replaces the pods: streams that had begun were cut, and a cut call was not counted. */
  const expectCut = (streams: readonly StreamOutcome[]) => {
    const cut = streams.filter(({ end }) => end === 'cut');
    expect(cut.length).toBeGreaterThan(0);
    expect(cut.map(({ used }) => used)).toContain(0);
  };

  it('succeed while every pod is replaced, and AI streams that are cut are not counted', async () => {
    const change = () => upgrade(imageTag, [`secretsRevision=r${Date.now()}`]);
    expectCut(await changeUnderLoad('upgrade', releaseSeconds, change));
  }, 600_000);

  it('succeed during a rollback, and AI streams that are cut are not counted', async () => {
    const change = () => helm(['rollback', release, '--wait', '--timeout=4m']);
    expectCut(await changeUnderLoad('rollback', releaseSeconds, change));
  }, 600_000);

  describe('while the key of sessions is rotated', () => {
    let signedInBefore: Author;
    let oldKid: string;
    let newKid: string;
    beforeAll(async () => {
      signedInBefore = await Author.register(publicUrl);
      oldKid = kidOfSession(signedInBefore);
    });

    const publish = async () => {
      const before = (await readSessionKeys()).published.map(({ kid }) => kid);
      await rotateSessionKey(sessionIssuer);
      const { signing, published } = await readSessionKeys();
      expect(signing).toBe(oldKid);
      newKid = published.map(({ kid }) => kid).find((kid) => !before.includes(kid)) ?? '';
      expect(newKid).not.toBe('');
    };

    const expectMountedEverywhere = async () => {
      const without: string[] = [];
      const pods = (await Promise.all(processNames.map((name) => podNamesOf(name)))).flat();
      for (const pod of pods) if (!(await mountsKey(pod, 'jwks.json', newKid))) without.push(pod);
      expect(without).toEqual([]);
    };

    const switchSigning = async () => {
      await rotateSessionKey(sessionIssuer);
      for (const pod of await podNamesOf('auth')) {
        const isMounted = async () => {
          await sleep(3000);
          return await mountsKey(pod, 'session.json', newKid);
        };
        await eventually(isMounted, Boolean, secretSpreadMs);
      }
      await sleep(keyReloadMs + 1000);
    };

    it('succeed while a new key is published and then signs, and nobody is signed out', async () => {
      const streams = await changeUnderLoad('new session key', switchSeconds, async () => {
        await publish();
        await sleep(documentedWaitMs);
        await expectMountedEverywhere();
        await switchSigning();
        expect((await readSessionKeys()).signing).toBe(newKid);
        expect(await signInAtEveryReplica(signedInBefore)).toEqual([newKid]);
        expect(kidOfSession(signedInBefore)).toBe(oldKid);
        expect(new Set(await readUserAtEachGateway(signedInBefore))).toEqual(new Set([200]));
      });
      // No pod is replaced.
      expect(streams.filter(({ end }) => end !== 'finished')).toEqual([]);
    }, 900_000);

    it('succeed while the replaced key is removed, and the sessions that it has signed are refused', async () => {
      // A replaced key stays valid for seven days, until every session that it has signed has expired.
      await rotateSessionKey('--finish');
      expect((await readSessionKeys()).published.map(({ kid }) => kid).toSorted()).toEqual([oldKid, newKid].toSorted());
      // The authors of the load sign in after the switch, as all would have done after seven days.
      load = await WritingLoad.prepare(requestsPerSecond);
      const signedInAfter = await Author.register(publicUrl);
      const streams = await changeUnderLoad('removal of the old session key', retireSeconds, async () => {
        await expireReplacedKeys();
        await rotateSessionKey('--finish');
        expect((await readSessionKeys()).published.map(({ kid }) => kid)).toEqual([newKid]);
        const readStatuses = async () => {
          await sleep(5000);
          return await readUserAtEachGateway(signedInBefore);
        };
        const areRefused = (all: readonly number[]) => all.length > 0 && all.every((status) => status === 401);
        await eventually(readStatuses, areRefused, secretSpreadMs + 2 * keyReloadMs);
        expect(new Set(await readUserAtEachGateway(signedInAfter))).toEqual(new Set([200]));
      });
      expect(streams.filter(({ end }) => end !== 'finished')).toEqual([]);
    }, 900_000);
  });
});
