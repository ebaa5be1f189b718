import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readEnv } from './env.ts';

const base = {
  PORT: '1',
  PUBLIC_URL: 'http://localhost:8080',
  MONGODB_URI: 'mongodb://localhost',
  NATS_URL: 'nats://localhost',
  JWKS_FILE: 'a',
  PRIVATE_KEY_FILE: 'b',
  AUTH_URL: 'http://localhost:1',
  BOOKS_URL: 'http://localhost:1',
};
const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const sandbox = { SANDBOX_WEBHOOK_SECRET: 'sixteen-characters' };

describe('readEnv: PAYMENTS_MODE', () => {
  const original = process.env;
  beforeEach(() => void (process.env = {}));
  afterEach(() => void (process.env = original));
  const read = (env: Record<string, string>) => {
    process.env = { ...base, ...env };
    return readEnv();
  };

  it('defaults to the sandbox, which has to be allowed explicitly in production', () => {
    expect(read(sandbox).PAYMENTS_MODE).toBe('sandbox');
    expect(() => read({ ...sandbox, NODE_ENV: 'production' })).toThrow(
      'does not start in production without ALLOW_SANDBOX_PAYMENTS=1',
    );
    expect(read({ ...sandbox, NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: '1' }).PAYMENTS_MODE).toBe('sandbox');
  });

  it('accepts stripe with its keys alone, and names the missing ones', () => {
    expect(read({ ...keys, PAYMENTS_MODE: 'stripe', NODE_ENV: 'production' })).toMatchObject({
      PAYMENTS_MODE: 'stripe',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    });
    expect(() => read({ PAYMENTS_MODE: 'stripe' })).toThrow(
      'PAYMENTS_MODE=stripe needs its keys, and STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET are missing.',
    );
    expect(() => read({ ...keys, STRIPE_WEBHOOK_SECRET: '', PAYMENTS_MODE: 'stripe' })).toThrow(
      'STRIPE_WEBHOOK_SECRET is missing',
    );
  });

  it('rejects swapped or mixed keys without printing them', () => {
    expect(() => read({ ...keys, PAYMENTS_MODE: 'stripe', STRIPE_SECRET_KEY: 'pk_test_secret' })).toThrow(
      /^(?!.*pk_test_secret)[^]*must begin with sk_ or rk_/,
    );
    expect(() => read({ ...keys, PAYMENTS_MODE: 'stripe', STRIPE_SECRET_KEY: 'sk_live_1' })).toThrow(
      'must both be live keys',
    );
    expect(() => read({ PAYMENTS_MODE: 'paypal' })).toThrow('PAYMENTS_MODE must be stripe or sandbox');
  });
});
