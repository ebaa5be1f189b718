import { afterEach, describe, expect, it } from '@jest/globals';
import { readEnv } from './env.ts';

const settings = {
  PORT: '0',
  PUBLIC_URL: 'http://localhost:8080',
  MONGODB_URI: 'mongodb://127.0.0.1/',
  NATS_URL: 'nats://127.0.0.1',
  JWKS_FILE: 'jwks.json',
  PRIVATE_KEY_FILE: 'auth.json',
  SESSION_KEY_FILE: 'session.json',
  BILLING_URL: 'http://127.0.0.1:1',
};

describe('the cost of a password hash', () => {
  const before = process.env;
  const costWith = (more: Record<string, string>) => {
    process.env = { ...settings, ...more };
    return readEnv().PASSWORD_COST;
  };
  afterEach(() => {
    process.env = before;
  });

  it('is 11 unless it is configured', () => {
    expect([costWith({}), costWith({ PASSWORD_COST: '13' })]).toEqual([11, 13]);
  });

  it('cannot be lower than 10', () => {
    expect(() => costWith({ PASSWORD_COST: '9' })).toThrow('PASSWORD_COST');
  });
});
