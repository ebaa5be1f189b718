import { describe, expect, it } from '@jest/globals';
import { rateClasses } from '@inkbear/contracts/rate-classes';
import type { Broker } from '@inkbear/service-kit/broker';
import { RateLimits } from './rate-limits.ts';
import { SharedCounts } from './shared-counts.ts';
import type { StoredCounts } from './stored-counts.ts';

class FakeBroker {
  readonly told: string[] = [];
  readonly #listeners: ((data: string) => void)[] = [];
  subscribe(_subject: string, listener: (data: string) => void): void {
    this.#listeners.push(listener);
  }
  publishEphemeral(_subject: string, data: string): boolean {
    this.told.push(data);
    for (const listener of this.#listeners) listener(data);
    return true;
  }
}
const classes = { ...rateClasses, export: { points: 3, seconds: 60, stored: false } };
const newLimits = () => new RateLimits({} as StoredCounts, classes);
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('counts shared between gateways', () => {
  it('are told once, added by the others and not by the teller', async () => {
    const broker = new FakeBroker();
    const errors: unknown[] = [];
    const [a, b] = [newLimits(), newLimits()];
    const [sharedA, sharedB] = ['a', 'b'].map(
      (self, index) =>
        new SharedCounts({
          limits: index ? b : a,
          broker: broker as unknown as Broker,
          self,
          onError: (error) => errors.push(error),
        }),
    );
    await a.take('export', 'user');
    await a.take('export', 'user');
    sharedA?.share();
    sharedA?.share();
    sharedB?.share();
    await settle();
    expect(broker.told.length).toBe(1);
    await a.take('export', 'user');
    await b.take('export', 'user');
    await expect(b.take('export', 'user')).rejects.toMatchObject({ code: 'request.too_many' });
    await expect(a.take('export', 'user')).rejects.toMatchObject({ code: 'request.too_many' });
    await a.take('export', 'other');
    broker.publishEphemeral('gateway.rate-counts', 'nonsense');
    await settle();
    expect(errors.length).toBe(2);
  });
});
