import { describe, expect, it } from '@jest/globals';
import { connectionOptions } from './broker.ts';

describe('connectionOptions', () => {
  it('extracts the credentials from the URL', () => {
    expect(connectionOptions('nats://books:p%40ss@127.0.0.1:4222')).toEqual({
      servers: ['127.0.0.1:4222'],
      user: 'books',
      pass: 'p@ss',
    });
  });

  it('accepts URLs without credentials, several servers and TLS', () => {
    expect(connectionOptions('localhost:4222')).toEqual({ servers: ['localhost:4222'] });
    expect(connectionOptions('nats://a:1,nats://b:2')).toEqual({ servers: ['a:1', 'b:2'] });
    expect(connectionOptions('tls://u:p@a:1')).toEqual({ servers: ['a:1'], tls: {}, user: 'u', pass: 'p' });
  });
});
