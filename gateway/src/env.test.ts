import { describe, expect, it } from '@jest/globals';
import { frontendNames, serviceNames } from '@inkbear/contracts/services';
import { readEnv, siteConfigOf } from './env.ts';

const good = {
  PORT: '8080',
  PUBLIC_URL: 'http://localhost:8080',
  MONGODB_URI: 'mongodb://127.0.0.1/',
  NATS_URL: 'nats://127.0.0.1',
  JWKS_FILE: 'jwks.json',
  PRIVATE_KEY_FILE: 'gateway.json',
  ...Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_URL`, 'http://127.0.0.1:1'])),
  ...Object.fromEntries(frontendNames.map((name) => [`${name.toUpperCase()}_ASSETS`, `dist/${name}`])),
};

describe('readEnv', () => {
  it('applies defaults', () => {
    expect(readEnv(good)).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      TRUST_PROXY_HOPS: 0,
      PAYMENTS_MODE: 'sandbox',
      EXPORT_URL: 'http://127.0.0.1:1',
    });
  });

  it('reports all invalid settings at once, without their values', () => {
    const { BOOKS_URL: _books, SHELL_ASSETS: _shell, ...rest } = good as Record<string, string>;
    const read = () => readEnv({ ...rest, AI_URL: 'no address', TRUST_PROXY_HOPS: '-1' });
    expect(read).toThrow(/BOOKS_URL: is missing/);
    expect(read).toThrow(/SHELL_ASSETS: is missing/);
    expect(read).toThrow(/AI_URL/);
    expect(read).toThrow(/TRUST_PROXY_HOPS/);
    expect(read).not.toThrow(/no address/);
  });

  it('reads the payments mode like billing', () => {
    expect(readEnv({ ...good, PAYMENTS_MODE: 'stripe' }).PAYMENTS_MODE).toBe('stripe');
    expect(() => readEnv({ ...good, PAYMENTS_MODE: 'paypal' })).toThrow(/PAYMENTS_MODE/);
  });

  it('reads the public site settings, and rejects invalid links', () => {
    expect(
      siteConfigOf(
        readEnv({
          ...good,
          SUPPORT_EMAIL: 'help@example.com',
          SOCIAL_LINKS: '{"YouTube":"https://example.com/inkbear"}',
        }),
      ),
    ).toEqual({ supportEmail: 'help@example.com', socialLinks: { YouTube: 'https://example.com/inkbear' } });
    for (const links of ['not json', '{"YouTube":"javascript:alert(1)"}', '["https://example.com"]'])
      expect(() => readEnv({ ...good, SOCIAL_LINKS: links })).toThrow(/SOCIAL_LINKS/);
    expect(siteConfigOf(readEnv(good))).toEqual({});
  });
});
