import { describe, expect, it } from '@jest/globals';
import { RequestCoalescer, type SharedCall } from './request-coalescer.ts';
import type { Reply } from './send-reply.ts';

const same = { id: 'user:route:key', actor: 'user', bodyHash: 'hash' };
const reply: Reply = { status: 200, body: { content: 'Once upon' } };

/** A client that records what it receives. */
function connect(isStream = true) {
  const received: unknown[] = [];
  const connection = new AbortController();
  const send = isStream ? (data: unknown) => void received.push(data) : null;
  return { client: { send, signal: connection.signal }, received, disconnect: () => connection.abort() };
}

/** Work that a test continues by hand. */
function controlledWork() {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const calls: SharedCall[] = [];
  const work = (call: SharedCall): Promise<Reply> => {
    calls.push(call);
    return promise;
  };
  return { work, calls, finish: () => resolve(reply), fail: reject, send: (data: unknown) => calls[0]?.send?.(data) };
}

describe('RequestCoalescer', () => {
  it('runs once for two clients, and tells the second what the first has received', async () => {
    const coalescer = new RequestCoalescer();
    const { work, calls: started, finish, send } = controlledWork();
    const [first, second] = [connect(), connect()];
    const one = coalescer.run(same, { client: first.client, event: 'delta' }, work);
    send({ text: 'Once ' });
    send({ text: 'up' });
    const two = coalescer.run(same, { client: second.client, event: 'delta' }, work);
    send({ text: 'on' });
    finish();
    expect(await Promise.all([one, two])).toEqual([reply, reply]);
    expect(first.received).toEqual([{ text: 'Once ' }, { text: 'up' }, { text: 'on' }]);
    expect(second.received).toEqual([{ text: 'Once up' }, { text: 'on' }]);
    expect(started).toHaveLength(1);
  });

  it('tells a client that joins only the last state of a route whose events replace each other', async () => {
    const coalescer = new RequestCoalescer();
    const { work, finish, send } = controlledWork();
    const [first, second] = [connect(), connect()];
    const one = coalescer.run(same, { client: first.client, event: 'partial' }, work);
    send({ value: { titles: ['Salt'] } });
    send({ value: { titles: ['Salt', 'Snow'] } });
    const two = coalescer.run(same, { client: second.client, event: 'partial' }, work);
    finish();
    await Promise.all([one, two]);
    expect(second.received).toEqual([{ value: { titles: ['Salt', 'Snow'] } }]);
  });

  it('sends no events when the first client asked for no stream, but gives the second its reply', async () => {
    const coalescer = new RequestCoalescer();
    const { work, calls: started, finish } = controlledWork();
    const one = coalescer.run(same, { client: connect(false).client, event: 'delta' }, work);
    const second = connect();
    const two = coalescer.run(same, { client: second.client, event: 'delta' }, work);
    expect(started[0]?.send).toBeNull();
    finish();
    expect(await Promise.all([one, two])).toEqual([reply, reply]);
    expect(second.received).toEqual([]);
  });

  it.each([
    ['after the first one', [0, 1]],
    ['while the connection of the first one still seems open', [1]],
  ])('ends when the client that joined last has gone %s', async (_when, leaving) => {
    const coalescer = new RequestCoalescer();
    const { work, calls: started, fail } = controlledWork();
    const clients = [connect(), connect()];
    const replies = clients.map(({ client }) => coalescer.run(same, { client, event: 'delta' }, work));
    for (const index of leaving) {
      expect(started[0]?.callAbort.signal.aborted).toBe(false);
      clients[index]?.disconnect();
    }
    expect(started[0]?.callAbort.signal.aborted).toBe(true);
    fail(new Error('stopped'));
    for (const waiting of replies) await expect(waiting).rejects.toThrow('stopped');
  });

  it('begins again when a request is repeated while its stopped call is still ending', async () => {
    const coalescer = new RequestCoalescer();
    const { work, fail } = controlledWork();
    const first = connect();
    const one = coalescer.run(same, { client: first.client, event: 'delta' }, work);
    first.disconnect();
    const two = coalescer.run(same, { client: connect().client, event: 'delta' }, () => Promise.resolve(reply));
    fail(new Error('stopped'));
    await expect(one).rejects.toThrow('stopped');
    expect(await two).toEqual(reply);
  });

  it('begins again after a failure, and after a reply', async () => {
    const coalescer = new RequestCoalescer();
    const run = (work: () => Promise<Reply>) => coalescer.run(same, { client: connect().client, event: 'delta' }, work);
    await expect(run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await run(() => Promise.resolve(reply))).toEqual(reply);
    expect(await run(() => Promise.resolve({ ...reply, status: 201 }))).toMatchObject({ status: 201 });
  });

  it('rejects the same key for another body, and runs calls of other keys', async () => {
    const coalescer = new RequestCoalescer();
    const { work, calls: started, finish } = controlledWork();
    const { client } = connect();
    const one = coalescer.run(same, { client, event: 'delta' }, work);
    await expect(coalescer.run({ ...same, bodyHash: 'other' }, { client, event: 'delta' }, work)).rejects.toMatchObject(
      {
        code: 'request.key_reused',
      },
    );
    const two = coalescer.run({ ...same, id: 'other-user:route:key' }, { client, event: 'delta' }, work);
    finish();
    await Promise.all([one, two]);
    expect(started).toHaveLength(2);
  });
});
