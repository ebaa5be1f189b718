import { describe, expect, it } from '@jest/globals';
import { cleanResponseHeaders, forwardedHeaders } from './forwarded-headers.ts';

const context = {
  requestId: 'r1',
  traceparent: null,
  identity: 'signed',
  chain: ['192.0.2.1', '10.0.0.1'],
  withCookies: false,
};

describe('forwardedHeaders', () => {
  it('adds request id, trace, identity and client address', () => {
    expect(forwardedHeaders({}, context)).toEqual({
      'x-inkbear-identity': 'signed',
      'x-request-id': 'r1',
      'x-forwarded-for': '192.0.2.1, 10.0.0.1',
    });
  });

  it.each([
    'x-inkbear-identity',
    'x-inkbear-role',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-real-ip',
    'forwarded',
    'connection',
    'upgrade',
    'expect',
    'authorization',
    'x-admin-token',
    'cookie',
    'tracestate',
    'baggage',
    'x-original-url',
  ])('never carry a client’s %s', (name) => {
    expect(Object.values(forwardedHeaders({ [name]: 'forged' }, { ...context, identity: undefined }))).not.toContain(
      'forged',
    );
  });

  it.each([
    'if-match',
    'idempotency-key',
    'time-zone',
    'content-type',
    'content-length',
    'transfer-encoding',
    'accept',
    'stripe-signature',
  ])('keep the client’s %s', (name) => {
    expect(forwardedHeaders({ [name]: 'sent' }, context)[name]).toBe('sent');
  });

  it('forwards cookies only with `withCookies`', () => {
    expect(forwardedHeaders({ cookie: 'a=b' }, { ...context, withCookies: true }).cookie).toBe('a=b');
  });
});

describe('cleanResponseHeaders', () => {
  it('removes connection headers', () => {
    const headers = { 'keep-alive': 'timeout=65', 'x-powered-by': 'x', etag: '"1"' };
    cleanResponseHeaders(headers);
    expect(headers).toEqual({ etag: '"1"' });
  });
});
