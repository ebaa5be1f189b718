import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { userRegistered } from '@inkbear/contracts/events';
import type { Broker } from './broker.ts';
import { Consumer, on } from './consumer.ts';
import type { DatabaseProbe } from './database-probe.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { Inbox } from './inbox.ts';
import { createLogger } from './logger.ts';
import { testEnvelope, testRegistration } from './testing/test-events.ts';

const envelope = testEnvelope(userRegistered, 'u', testRegistration('u'));

/** A message that records what the consumer replies to the broker. */
function createMessage(content: object = envelope, isRepublished = false) {
  const said: string[] = [];
  const message = {
    json: () => content,
    headers: { has: (name: string) => isRepublished && name === 'Nats-Stream', get: () => '' },
    info: { deliveryCount: 1 },
    seq: 1,
    subject: userRegistered.type,
    working: () => said.push('working'),
    ack: () => said.push('ack'),
    nak: () => said.push('nak'),
    term: () => said.push('term'),
  };
  return { message, said };
}

/** Starts a consumer that receives one message. */
function startConsumer(parts: {
  readonly message: object;
  readonly once: () => Promise<unknown>;
  readonly insertDeadLetter?: (letter: { envelope: unknown }) => Promise<void>;
  readonly repeatAfterOutage?: DatabaseProbe['repeatAfterOutage'];
}) {
  const consume = jest.fn((_options: { max_messages: number }) =>
    Promise.resolve({
      async *[Symbol.asyncIterator]() {
        yield parts.message;
      },
      status: () => Promise.resolve([]),
      stop: () => undefined,
    }),
  );
  const client = {
    manager: { consumers: { add: () => Promise.resolve() } },
    jetstream: { consumers: { get: () => Promise.resolve({ consume }) } },
  };
  const broker = { streamName: () => 's', subject: String, client: () => Promise.resolve(client), isConnected: true };
  const consumer = new Consumer({
    service: 'books',
    subscription: on(userRegistered, () => Promise.resolve()),
    broker: broker as unknown as Broker,
    databaseProbe: { repeatAfterOutage: parts.repeatAfterOutage ?? ((work) => work()) },
    inbox: { once: parts.once } as unknown as Inbox,
    deadLetters: { register: () => undefined, insert: parts.insertDeadLetter } as unknown as DeadLetters,
    erasure: { isErased: () => Promise.resolve(false) },
    logger: createLogger('books', 'silent'),
  });
  consumer.start();
  return { consumer, consume };
}

describe('Consumer', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Stops the consumer, which waits for its message. */
  async function finish(consumer: Consumer, withinMs: number): Promise<void> {
    await jest.advanceTimersByTimeAsync(10);
    const stopped = consumer.stop();
    await jest.advanceTimersByTimeAsync(withinMs);
    await stopped;
  }

  it('extends the ack deadline while a handler runs, and prefetches few messages', async () => {
    const { message, said } = createMessage();
    const once = () => new Promise((resolve) => setTimeout(resolve, 25_000));
    const { consumer, consume } = startConsumer({ message, once });
    await finish(consumer, 60_000);
    expect(said).toEqual(['working', 'working', 'ack']);
    expect(consume).toHaveBeenCalledWith(expect.objectContaining({ max_messages: 8 }));
  });

  it('repeats an event itself after an outage of the database, without using up an attempt', async () => {
    const { message, said } = createMessage();
    const once = jest.fn(() => Promise.resolve(true)).mockRejectedValueOnce(new Error('no primary'));
    const repeatAfterOutage: DatabaseProbe['repeatAfterOutage'] = (work) => work().catch(() => work());
    const { consumer } = startConsumer({ message, once, repeatAfterOutage });
    await finish(consumer, 1000);
    expect([once.mock.calls.length, said]).toEqual([2, ['ack']]);
  });

  it('uses up an attempt when the handler fails', async () => {
    const { message, said } = createMessage();
    const once = jest.fn(() => Promise.reject(new Error('bug')));
    const { consumer } = startConsumer({ message, once });
    await finish(consumer, 1000);
    expect([once.mock.calls.length, said]).toEqual([1, ['nak']]);
  });

  it.each([
    ['the type of another event', { type: 'billing.entitlement.changed.v1' }, false],
    ['the header of a republished message', {}, true],
  ])('stores a dead letter without content for a message with %s', async (_what, changes, isRepublished) => {
    const { message, said } = createMessage({ ...envelope, ...changes }, isRepublished);
    const once = jest.fn(() => Promise.resolve());
    const letters: unknown[] = [];
    const insertDeadLetter = async (letter: { envelope: unknown }) => void letters.push(letter.envelope);
    const { consumer } = startConsumer({ message, once, insertDeadLetter });
    await finish(consumer, 1000);
    expect([said, letters, once.mock.calls]).toEqual([['term'], [null], []]);
  });
});
