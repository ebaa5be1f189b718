import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rateClasses } from '@inkbear/contracts/rate-classes';
import { type Answer, Author } from '@inkbear/e2e/author';
import { evaluateIn, podNamesOf, publicUrl, upgrade } from '../src/cluster.ts';
import { imageTag, type Installation, useInstallation } from '../src/installation.ts';
import { resetSignInRateLimits } from '../src/sign-in-counts.ts';

const replicas = 3;
/** Allowed attempts per account and hour, over all devices that have not signed in before. */
const verifiedGuesses = 20;
const guesses = 60;
const beyondLimit = 20;
const parallelRequests = 10;
const metricsPort = 9464;

/** Headers with which a client pretends to have another address each time. */
const forge = (number: number) => {
  const address = `203.0.113.${(number % 250) + 1}`;
  return { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}` };
};

const signIn = (body: unknown, headers: Record<string, string>): Promise<Answer> =>
  new Author(publicUrl).call('POST', '/api/auth/login', body, headers);

/** How many sign-ins a pod has answered, as its metrics say. */
async function countSignIns(pod: string): Promise<number> {
  const script = `
    const text = await (await fetch('http://127.0.0.1:${metricsPort}/metrics')).text();
    const lines = text.split('\\n').filter((line) => line.startsWith('http_server_request_duration_count{'));
    const counts = lines.filter((line) => line.includes('http_route="login"')).map((line) => line.split('} ')[1]);
    console.log(counts.reduce((sum, count) => sum + Number(count.split(' ')[0]), 0));
  `;
  return Number(await evaluateIn(pod, script));
}

describe(`guesses of a password at ${replicas} gateways and ${replicas} replicas of auth`, () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await useInstallation();
    await upgrade(imageTag, [`gateway.replicas=${replicas}`, `services.auth.replicas=${replicas}`]);
  }, 600_000);
  afterAll(async () => {
    await resetSignInRateLimits();
    installation.gateway.close();
    await upgrade(imageTag);
  }, 400_000);

  it(`are verified ${verifiedGuesses} times despite forged addresses, and the owner signs in on a known device`, async () => {
    const owner = await Author.register(publicUrl);
    const { email, password } = owner.account;
    const pods = [...(await podNamesOf('gateway')), ...(await podNamesOf('auth'))];
    expect(pods).toHaveLength(2 * replicas);
    const before = await Promise.all(pods.map(countSignIns));
    const answers = await Promise.all(
      Array.from({ length: guesses }, (_, number) => signIn({ email, password: `guess-${number}` }, forge(number))),
    );
    // A guess that was not verified is refused without saying whether it is right.
    const count = (code: string) => answers.filter(({ body }) => body['code'] === code).length;
    expect([count('auth.bad_credentials'), count('auth.too_many_tries')]).toEqual([
      verifiedGuesses,
      guesses - verifiedGuesses,
    ]);
    const after = await Promise.all(pods.map(countSignIns));
    expect(pods.filter((_pod, index) => after[index] === before[index])).toEqual([]);

    const elsewhere = await signIn({ email, password }, forge(guesses));
    expect([elsewhere.status, elsewhere.body['code']]).toEqual([429, 'auth.too_many_tries']);
    const device = `inkbear_device=${owner.cookie('inkbear_device')}`;
    expect((await signIn({ email, password }, { cookie: device })).status).toBe(200);
  });

  it('count as those of one address, whatever addresses they forge', async () => {
    await resetSignInRateLimits();
    const { points } = rateClasses['sign-in'];
    const statuses: number[] = [];
    while (statuses.length < points + beyondLimit) {
      // The gateway counts a request before auth refuses it for its content.
      const wave = Array.from({ length: parallelRequests }, (_, index) => signIn({}, forge(statuses.length + index)));
      statuses.push(...(await Promise.all(wave)).map(({ status }) => status));
    }
    const count = (expected: number) => statuses.filter((status) => status === expected).length;
    expect([count(400), count(429)]).toEqual([points, beyondLimit]);
  });
});
