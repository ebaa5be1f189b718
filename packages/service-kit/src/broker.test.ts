import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Broker, connectionOptions } from './broker.ts';
import type { Logger } from './logger.ts';

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

describe('Broker', () => {
  it('logs an unreachable server once, however often it retries', async () => {
    const lines: unknown[] = [];
    const logger = { warn: (fields: object, message: string) => lines.push([message, fields]) } as unknown as Logger;
    const broker = new Broker({ url: 'nats://127.0.0.1:1', name: 'test', prefix: '', logger });
    await sleep(1000);
    await broker.close();
    expect(lines).toEqual([['nats_connect_failed', expect.objectContaining({ attempt: 1, downSeconds: 0 })]]);
    expect(broker.isConnected).toBe(false);
  });
});
