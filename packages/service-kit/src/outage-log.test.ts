import { describe, expect, it } from '@jest/globals';
import { OutageLog } from './outage-log.ts';

describe('OutageLog', () => {
  it('logs the first failure, then one a minute with the time since the first, and begins again afterwards', () => {
    const lines: unknown[] = [];
    let now = 5000;
    const logger = { warn: (fields: object, message: string) => lines.push({ ...fields, message, now }) };
    const log = new OutageLog({ logger: logger as never, message: 'nats_connect_failed', now: () => now });
    for (; now < 130_000; now += 250) log.failed({ attempt: 1 });
    log.ended();
    log.failed({ attempt: 2 });
    const message = 'nats_connect_failed';
    expect(lines).toEqual([
      { now: 5000, message, attempt: 1, downSeconds: 0 },
      { now: 65_000, message, attempt: 1, downSeconds: 60 },
      { now: 125_000, message, attempt: 1, downSeconds: 120 },
      { now: 130_000, message, attempt: 2, downSeconds: 0 },
    ]);
  });
});
