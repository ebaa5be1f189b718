import { afterAll, describe, expect, it } from '@jest/globals';
import { rateClasses } from '@inkbear/contracts/rate-classes';
import { createLogger } from '@inkbear/service-kit/logger';
import { ZodError } from 'zod';
import { RateLimits } from './rate-limits.ts';

const classes = { ...rateClasses, export: { points: 3, seconds: 60, stored: false } };

describe('RateLimits', () => {
  const published: string[] = [];
  const broker = {
    publishEphemeral: (_subject: string, json: string) => {
      published.push(json);
      for (const gateway of [a, b]) gateway.addCounts(json);
      return true;
    },
  };
  const createLimits = (gatewayId: string) =>
    new RateLimits({
      mongoUri: 'mongodb://127.0.0.1:1/?directConnection=true',
      database: 'none',
      broker,
      gatewayId,
      logger: createLogger('test', 'silent'),
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
    expect(published.length).toBe(1);
    await a.count('export', 'user');
    await b.count('export', 'user');
    await expect(b.count('export', 'user')).rejects.toMatchObject({ code: 'request.too_many' });
    await expect(a.count('export', 'user')).rejects.toMatchObject({ code: 'request.too_many' });
    await a.count('export', 'other');
    expect(() => a.addCounts('nonsense')).toThrow(SyntaxError);
    expect(() => a.addCounts('{"from":"b","counts":[{"rate":"export","key":"user","points":-1}]}')).toThrow(ZodError);
  });
});
