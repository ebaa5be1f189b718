import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { userRegistered } from '@inkbear/contracts/events';
import type { Broker } from './broker.ts';
import { Consumer, on } from './consumer.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { Erasure } from './erasure.ts';
import type { Inbox } from './inbox.ts';
import { createLogger } from './logger.ts';

describe('Consumer', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('extends the ack deadline while a handler runs, and prefetches few messages', async () => {
    const said: string[] = [];
    const envelope = {
      id: 'e1',
      type: userRegistered.type,
      time: new Date().toISOString(),
      key: 'k',
      seq: 1,
      actor: 'test',
      traceparent: null,
      data: {
        userId: 'u',
        email: 'a@example.com',
        firstName: 'A',
        lastName: 'B',
        referralCode: 'c',
        referredByCode: null,
        createdAt: new Date().toISOString(),
      },
    };
    const message = {
      json: () => envelope,
      info: { deliveryCount: 1 },
      working: () => said.push('working'),
      ack: () => said.push('ack'),
    };
    const consume = jest.fn((_options: { max_messages: number }) =>
      Promise.resolve({
        async *[Symbol.asyncIterator]() {
          yield message;
        },
        status: () => Promise.resolve([]),
        stop: () => undefined,
      }),
    );
    const client = {
      manager: { consumers: { add: () => Promise.resolve() } },
      jetstream: { consumers: { get: () => Promise.resolve({ consume }) } },
    };
    const broker = {
      ensureStream: () => Promise.resolve(''),
      streamName: () => 's',
      subject: (type: string) => type,
      client: () => Promise.resolve(client),
      isConnected: true,
    } as unknown as Broker;
    const inbox = { once: () => new Promise((resolve) => setTimeout(resolve, 25_000)) } as unknown as Inbox;
    const consumer = new Consumer({
      service: 'books',
      subscription: on(userRegistered, () => Promise.resolve()),
      broker,
      inbox,
      deadLetters: { register: () => undefined } as unknown as DeadLetters,
      erasure: { isErased: () => Promise.resolve(false) },
      logger: createLogger('books', 'silent'),
    });
    consumer.start();
    await jest.advanceTimersByTimeAsync(10);
    const stopped = consumer.stop();
    await jest.advanceTimersByTimeAsync(60_000);
    await stopped;
    expect(said).toEqual(['working', 'working', 'ack']);
    expect(consume).toHaveBeenCalledWith(expect.objectContaining({ max_messages: 8 }));
  });

  it.each([
    ['the type of another event', { type: 'billing.entitlement.changed.v1' }, false],
    ['the header of a republished message', {}, true],
  ])('stores a dead letter without content for a message with %s', async (_what, changes, isRepublished) => {
    const data = {
      userId: 'u',
      email: 'a@example.com',
      firstName: 'A',
      lastName: 'B',
      referralCode: 'c',
      referredByCode: null,
      createdAt: new Date().toISOString(),
    };
    const envelope = {
      id: 'e1',
      type: userRegistered.type,
      time: new Date().toISOString(),
      key: 'k',
      seq: 1,
      actor: 'test',
      traceparent: null,
      data,
      ...changes,
    };
    const said: string[] = [];
    const headers = { has: (name: string) => isRepublished && name === 'Nats-Stream', get: () => '' };
    const message = {
      json: () => envelope,
      headers,
      info: { deliveryCount: 1 },
      seq: 1,
      subject: userRegistered.type,
      working: () => said.push('working'),
      ack: () => said.push('ack'),
      term: () => said.push('term'),
    };
    const consume = () =>
      Promise.resolve({
        async *[Symbol.asyncIterator]() {
          yield message;
        },
        status: () => Promise.resolve([]),
        stop: () => undefined,
      });
    const client = {
      manager: { consumers: { add: () => Promise.resolve() } },
      jetstream: { consumers: { get: () => Promise.resolve({ consume }) } },
    };
    const broker = {
      streamName: () => 's',
      subject: (type: string) => type,
      client: () => Promise.resolve(client),
      isConnected: true,
    } as unknown as Broker;
    const handled = jest.fn(() => Promise.resolve());
    const buried: unknown[] = [];
    const deadLetters = {
      register: () => undefined,
      insert: (letter: { envelope: unknown }) => Promise.resolve(void buried.push(letter.envelope)),
    } as unknown as DeadLetters;
    const consumer = new Consumer({
      service: 'books',
      subscription: on(userRegistered, handled),
      broker,
      inbox: { once: handled } as unknown as Inbox,
      deadLetters,
      erasure: {} as unknown as Erasure,
      logger: createLogger('books', 'silent'),
    });
    consumer.start();
    await jest.advanceTimersByTimeAsync(10);
    const stopped = consumer.stop();
    await jest.advanceTimersByTimeAsync(1000);
    await stopped;
    expect([said, buried, handled.mock.calls]).toEqual([['term'], [null], []]);
  });
});
