import { describe, expect, it } from '@jest/globals';
import { RecoveryTimes } from './recovery-times.ts';

describe('RecoveryTimes', () => {
  let now = 0;
  const at = (ms: number, act: () => void) => {
    now = ms;
    act();
  };

  it('counts from a fault to the first acknowledgement of a request that was sent after it', () => {
    const times = new RecoveryTimes(() => now);
    at(1000, () => times.faultBegins());
    at(1010, () => times.acknowledged(20));
    expect(times.slowestMs).toBe(Infinity);
    at(4000, () => times.acknowledged(50));
    at(5000, () => times.faultBegins());
    at(5500, () => times.acknowledged(100));
    at(99_000, () => times.acknowledged(100));
    expect(times.slowestMs).toBe(3000);
  });

  it('counts each of two faults that follow each other without an acknowledgement', () => {
    const times = new RecoveryTimes(() => now);
    at(1000, () => times.faultBegins());
    at(2000, () => times.faultBegins());
    at(5000, () => times.acknowledged(10));
    expect(times.slowestMs).toBe(4000);
  });

  it('describes the slowest recovery, and faults without one as not measured', () => {
    const times = new RecoveryTimes(() => now);
    expect(times.describeSlowest()).toBe('not measured');
    at(1000, () => times.faultBegins());
    expect(times.describeSlowest()).toBe('not measured');
    at(1800, () => times.acknowledged(10));
    expect(times.describeSlowest()).toBe('800 ms');
    at(2000, () => times.faultBegins());
    expect(times.describeSlowest()).toBe('800 ms (1 other not measured)');
    at(4000, () => times.acknowledged(10));
    expect(times.describeSlowest()).toBe('2000 ms');
  });
});
