import { describe, expect, it } from '@jest/globals';
import type { SendEvent } from './event-stream.ts';
import { RequestCoalescer, type SharedCall } from './request-coalescer.ts';
import type { Reply } from './send-reply.ts';

const same = { id: 'user:route:key', actor: 'user', bodyHash: 'hash' };
const reply: Reply = { status: 200, body: { content: 'Once upon' } };

/** A client that records what it receives. */
function connect(isStream = true) {
  const received: unknown[] = [];
  const connection = new AbortController();
  const send: SendEvent | null = isStream ? (event, data) => void received.push([event, data]) : null;
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
  const send: SendEvent = (event, data) => calls[0]?.send?.(event, data);
  return { work, calls, finish: () => resolve(reply), fail: reject, send };
}

describe('RequestCoalescer', () => {
  it('runs once for two clients, and replays to the second what the first has received', async () => {
    const coalescer = new RequestCoalescer();
    const { work, calls: started, finish, send } = controlledWork();
    const [first, second] = [connect(), connect()];
    const one = coalescer.run(same, first.client, work);
    send('delta', { text: 'Once ' });
    send('delta', { text: 'up' });
    const two = coalescer.run(same, second.client, work);
    send('delta', { text: 'on' });
    finish();
    expect(await Promise.all([one, two])).toEqual([reply, reply]);
    expect(first.received).toEqual(['Once ', 'up', 'on'].map((text) => ['delta', { text }]));
    expect(second.received).toEqual(['Once up', 'on'].map((text) => ['delta', { text }]));
    expect(started).toHaveLength(1);
  });

  it('replays only the last state to a joining client, on a route whose events replace each other', async () => {
    const coalescer = new RequestCoalescer();
    const { work, finish, send } = controlledWork();
    const [first, second] = [connect(), connect()];
    const one = coalescer.run(same, first.client, work);
    send('partial', { value: { titles: ['Salt'] } });
    send('partial', { value: { titles: ['Salt', 'Snow'] } });
    const two = coalescer.run(same, second.client, work);
    finish();
    await Promise.all([one, two]);
    expect(second.received).toEqual([['partial', { value: { titles: ['Salt', 'Snow'] } }]]);
  });

  it('sends a joining client the start of the running part, and nothing of its first attempt', async () => {
    const coalescer = new RequestCoalescer();
    const { work, finish, send } = controlledWork();
    const [first, second] = [connect(), connect()];
    const part = (index: number, from: number) => ({ index, of: 2, title: `Part ${index}`, from, resultId: 'r1' });
    const one = coalescer.run(same, first.client, work);
    send('part', part(0, 0));
    send('delta', { text: 'Once.\n\n' });
    send('part', part(1, 7));
    send('delta', { text: 'Copied' });
    send('part', part(1, 7));
    send('delta', { text: 'Then' });
    const two = coalescer.run(same, second.client, work);
    finish();
    await Promise.all([one, two]);
    expect(second.received).toEqual([
      ['delta', { text: 'Once.\n\n' }],
      ['part', part(1, 7)],
      ['delta', { text: 'Then' }],
    ]);
  });

  it('sends no events when the first client asked for no stream, but gives the second its reply', async () => {
    const coalescer = new RequestCoalescer();
    const { work, calls: started, finish } = controlledWork();
    const one = coalescer.run(same, connect(false).client, work);
    const second = connect();
    const two = coalescer.run(same, second.client, work);
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
    const replies = clients.map(({ client }) => coalescer.run(same, client, work));
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
    const one = coalescer.run(same, first.client, work);
    first.disconnect();
    const two = coalescer.run(same, connect().client, () => Promise.resolve(reply));
    fail(new Error('stopped'));
    await expect(one).rejects.toThrow('stopped');
    expect(await two).toEqual(reply);
  });

  it('begins again after a failure, and after a reply', async () => {
    const coalescer = new RequestCoalescer();
    const run = (work: () => Promise<Reply>) => coalescer.run(same, connect().client, work);
    await expect(run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await run(() => Promise.resolve(reply))).toEqual(reply);
    expect(await run(() => Promise.resolve({ ...reply, status: 201 }))).toMatchObject({ status: 201 });
  });

  it('rejects the same key for another body, and runs calls of other keys', async () => {
    const coalescer = new RequestCoalescer();
    const { work, calls: started, finish } = controlledWork();
    const { client } = connect();
    const one = coalescer.run(same, client, work);
    await expect(coalescer.run({ ...same, bodyHash: 'other' }, client, work)).rejects.toMatchObject({
      code: 'request.key_reused',
    });
    const two = coalescer.run({ ...same, id: 'other-user:route:key' }, client, work);
    finish();
    await Promise.all([one, two]);
    expect(started).toHaveLength(2);
  });
});
