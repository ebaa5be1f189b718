import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { freePort } from '@inkbear/service-kit/testing/free-port';
import { createStripe } from './stripe-client.ts';
import { StripeProvider } from './stripe-provider.ts';

const version = 'v0.203.0';

/** Returns the path of the stripe-mock binary, and builds it if needed. Null when it cannot be built. */
function findOrBuildStripeMock(): string | null {
  const folder = path.join(os.homedir(), '.cache', 'inkbear', `stripe-mock-${version}`);
  const built = path.join(folder, 'stripe-mock');
  if (existsSync(built)) return built;
  const { status } = spawnSync('go', ['install', `github.com/stripe/stripe-mock@${version}`], {
    env: { ...process.env, GOBIN: folder },
    timeout: 90_000,
  });
  return status === 0 && existsSync(built) ? built : null;
}

const binary = findOrBuildStripeMock();
if (binary === null)
  process.stdout.write(`stripe-mock ${version} is not available: the shapes of requests to Stripe were NOT checked.\n`);

(binary === null ? describe.skip : describe)('stripe-mock', () => {
  let mock: ChildProcess;
  let provider: StripeProvider;
  beforeAll(async () => {
    const port = await freePort();
    mock = spawn(binary ?? '', ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
    const url = `http://127.0.0.1:${port}`;
    const isListening = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    await eventually(isListening);
    provider = new StripeProvider(createStripe({ secretKey: 'sk_test_123', apiUrl: url }), {
      webhookSecret: 'whsec_1',
      returnUrl: 'http://localhost:8080/dashboard',
    });
  });
  afterAll(() => void mock.kill());

  const order = { userId: 'user-1', idempotencyKey: 'key-1', currency: 'gbp' };

  it('accepts every request that starts a payment, according to Stripe’s API description', async () => {
    expect(
      await provider.start({ ...order, kind: 'payment', price: 2000, total: 1500, promoCode: 'CODE' }),
    ).toMatchObject({ id: expect.stringMatching(/^pi_/), clientSecret: expect.any(String) });
    // The mock's invoice has no confirmation secret, so the call fails after all its requests have been accepted.
    await expect(
      provider.start({ ...order, kind: 'subscription', price: 1200, total: 600, promoCode: 'CODE' }),
    ).rejects.toThrow('returned no confirmation secret');
  });

  it('accepts every request that reads, changes or ends an object', async () => {
    await provider.cancelAtPeriodEnd('sub_1');
    await provider.cancelNow('sub_1');
    await provider.cancelUnpaid('sub_1');
    await provider.cancelUnpaid('pi_1');
    await provider.resume('pi_1');
    await provider.findObject('sub_1');
    await provider.findObject('pi_1');
    for await (const id of provider.listIds(new Date())) expect(id).toMatch(/^(sub|pi)_/);
    expect(await provider.portalUrl('user-1')).toMatch(/^https:/);
    await provider.eraseUser('user-1');
  });
});
