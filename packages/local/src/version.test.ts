import { describe, expect, it } from '@jest/globals';
import { minNatsVersion } from './find-nats-server.ts';
import { findVersion, isAtLeast } from './version.ts';

describe('findVersion and isAtLeast', () => {
  it('parses the output of nats-server and mongod', () => {
    expect(findVersion('nats-server: v2.15.1\n')).toEqual([2, 15, 1]);
    expect(findVersion('db version v6.0.5\nBuild Info: {}')).toEqual([6, 0, 5]);
    expect(findVersion('nats-server: unknown')).toBeUndefined();
  });

  it.each([
    ['2.9.10', false],
    ['2.10.22', false],
    ['1.99.99', false],
    ['2.10.23', true],
    ['2.11.0', true],
    ['3.0.0', true],
  ])('accept NATS %s: %s', (text, accepted) => {
    expect(isAtLeast(findVersion(text)!, minNatsVersion)).toBe(accepted);
  });
});
