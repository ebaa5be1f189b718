import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { contentPolicy, securityHeaders } from './security-headers.ts';

const headersOf = async (publicUrl: string): Promise<Headers> => {
  const server = express()
    .use(...securityHeaders(publicUrl, contentPolicy()), (_req, res) => void res.end())
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.closeAllConnections();
  server.close();
  return headers;
};

describe('securityHeaders', () => {
  it('set HSTS only for https sites', async () => {
    expect((await headersOf('https://inkbear.example')).get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    );
    expect((await headersOf('http://localhost:8080')).get('strict-transport-security')).toBeNull();
  });

  it('allow no eval, inline scripts or frames', async () => {
    const headers = await headersOf('http://localhost:8080');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain("'unsafe-eval'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(policy).toContain("connect-src 'self';");
  });

  it('forbid content sniffing, shorten referrers and send no CORS header', async () => {
    const headers = await headersOf('https://inkbear.example');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('allow the hot reload WebSocket only where it is configured', () => {
    expect(contentPolicy({ hotReloadUrl: 'ws://127.0.0.1:8081' })({ nonce: 'n' })).toContain(
      "connect-src 'self' ws://127.0.0.1:8081;",
    );
  });

  it('allow Stripe’s card form only with Stripe payments', () => {
    const withStripe = contentPolicy({ withStripe: true })({ nonce: 'n' });
    expect(withStripe).toContain("script-src 'self' 'wasm-unsafe-eval' https://js.stripe.com https://*.js.stripe.com;");
    expect(withStripe).toContain("connect-src 'self' https://api.stripe.com;");
    expect(withStripe).toContain('frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;');
    expect(withStripe).not.toContain('unsafe-inline');
    expect(contentPolicy()({ nonce: 'n' })).not.toContain('stripe');
  });
});
