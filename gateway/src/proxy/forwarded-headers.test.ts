import { describe, expect, it } from '@jest/globals';
import { cleanAnswer, forwardedHeaders } from './forwarded-headers.ts';

const hop = {
  requestId: 'r1',
  traceparent: null,
  identity: 'signed',
  chain: ['192.0.2.1', '10.0.0.1'],
  withCookies: false,
};

describe('headers for a service', () => {
  it('carry what the gateway knows', () => {
    expect(forwardedHeaders({}, hop)).toEqual({
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
    expect(Object.values(forwardedHeaders({ [name]: 'forged' }, { ...hop, identity: undefined }))).not.toContain(
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
    expect(forwardedHeaders({ [name]: 'kept' }, hop)[name]).toBe('kept');
  });

  it('carry cookies only to who reads them', () => {
    expect(forwardedHeaders({ cookie: 'a=b' }, { ...hop, withCookies: true }).cookie).toBe('a=b');
  });
});

describe('headers of an answer', () => {
  it('lose what concerns the connection to the service', () => {
    const headers = { 'keep-alive': 'timeout=65', 'x-powered-by': 'x', etag: '"1"' };
    cleanAnswer(headers);
    expect(headers).toEqual({ etag: '"1"' });
  });
});
