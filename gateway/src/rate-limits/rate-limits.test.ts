import { afterAll, describe, expect, it } from '@jest/globals';
import { rateClasses } from '@inkbear/contracts/rate-classes';
import type { Logger } from '@inkbear/service-kit/logger';
import { RateLimits } from './rate-limits.ts';

class FakeBroker {
  readonly published: string[] = [];
  readonly #listeners: ((data: string) => void)[] = [];
  subscribe(_subject: string, listener: (data: string) => void): void {
    this.#listeners.push(listener);
  }
  publishEphemeral(_subject: string, data: string): boolean {
    this.published.push(data);
    for (const listener of this.#listeners) listener(data);
    return true;
  }
}
const classes = { ...rateClasses, export: { points: 3, seconds: 60, stored: false } };
const waitForDelivery = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('RateLimits', () => {
  const broker = new FakeBroker();
  const errors: unknown[] = [];
  const logger = { warn: (fields: unknown) => errors.push(fields) } as unknown as Logger;
  const createLimits = (gatewayId: string) =>
    new RateLimits({
      mongoUri: 'mongodb://127.0.0.1:1/?directConnection=true',
      database: 'none',
      broker,
      gatewayId,
      logger,
      classes,
    });
  const [a, b] = [createLimits('a'), createLimits('b')];
  afterAll(async () => {
    await a.stop();
    await b.stop();
  });

  it('publishes each count once, which other gateways add and the sender does not', async () => {
    await a.count('export', 'user');
    await a.count('export', 'user');
    a.publishCounts();
    a.publishCounts();
    b.publishCounts();
    await waitForDelivery();
    expect(broker.published.length).toBe(1);
    await a.count('export', 'user');
    await b.count('export', 'user');
    await expect(b.count('export', 'user')).rejects.toMatchObject({ code: 'request.too_many' });
    await expect(a.count('export', 'user')).rejects.toMatchObject({ code: 'request.too_many' });
    await a.count('export', 'other');
    broker.publishEphemeral('gateway.rate-counts', 'nonsense');
    await waitForDelivery();
    expect(errors.length).toBe(2);
  });
});
