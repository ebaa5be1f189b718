import { defineRoute, emptyReply, fileReply } from '@inkbear/contracts/route';
import { afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ApiError, fieldErrorsOf, messageOf } from './api-error.ts';
import { call, callWithHeaders } from './api.ts';
import { stream } from './stream.ts';
import { problemBody } from './testing/fake-api.ts';

const common = { owner: 'books', summary: '', access: 'user', rate: 'read' } as const;
const getBook = defineRoute({
  ...common,
  id: 'getBook',
  method: 'GET',
  path: '/api/books/:id',
  params: z.object({ id: z.string() }),
  query: z.object({ part: z.string().optional(), page: z.number().optional() }).optional(),
  responses: { 200: z.object({ title: z.string() }) },
});
const addBook = defineRoute({
  ...common,
  id: 'addBook',
  method: 'POST',
  path: '/api/books',
  idempotent: true,
  body: z.object({ title: z.string() }),
  responses: { 201: z.object({ id: z.string() }) },
});
const removeBook = defineRoute({
  ...common,
  id: 'removeBook',
  method: 'DELETE',
  path: '/api/books/:id',
  params: z.object({ id: z.string() }),
  responses: { 204: emptyReply },
});
const printBook = defineRoute({
  ...common,
  id: 'printBook',
  method: 'POST',
  path: '/api/print',
  responses: { 200: fileReply('application/pdf') },
});
const write = defineRoute({
  ...common,
  id: 'write',
  method: 'POST',
  path: '/api/write',
  streams: 'delta',
  responses: { 200: z.object({ content: z.string() }) },
});
const writeOnce = defineRoute({ ...write, id: 'writeOnce', idempotent: true });
const listTitles = defineRoute({
  ...common,
  id: 'listTitles',
  method: 'POST',
  path: '/api/titles',
  streams: 'partial',
  responses: { 200: z.object({ titles: z.array(z.string()), count: z.int() }) },
});
const watchFile = defineRoute({
  ...common,
  id: 'watchFile',
  method: 'GET',
  path: '/api/files',
  streams: 'progress',
  responses: { 200: z.object({ pages: z.int() }) },
});

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

interface SentRequest {
  url: string;
  init: RequestInit;
  headers: Headers;
}
function answer(make: () => Response): SentRequest[] {
  const requests: SentRequest[] = [];
  globalThis.fetch = (input, init = {}) => {
    requests.push({ url: String(input), init, headers: new Headers(init.headers) });
    return Promise.resolve(make());
  };
  return requests;
}
const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers });

describe('call', () => {
  it('fills in the path, omits undefined values, and sends cookies without body and cache', async () => {
    const requests = answer(json({ title: 'Salt' }));
    await expect(call(getBook, { params: { id: 'a/b' }, query: { part: 'x y', page: undefined } })).resolves.toEqual({
      title: 'Salt',
    });
    expect(requests[0]?.url).toBe('/api/books/a%2Fb?part=x+y');
    expect(requests[0]?.init).toMatchObject({ method: 'GET', credentials: 'same-origin', cache: 'no-store' });
    expect(requests[0]?.init.body).toBeUndefined();
    expect(requests[0]?.headers.has('content-type')).toBe(false);
    expect(requests[0]?.headers.get('time-zone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it('sends a new idempotency key with each create, or the caller’s', async () => {
    const requests = answer(json({ id: '1' }, 201));
    await call(addBook, { body: { title: 'A' } });
    await call(addBook, { body: { title: 'A' } });
    await call(addBook, { body: { title: 'A' }, idempotencyKey: 'same' });
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys[2]).toBe('same');
    expect(requests[0]?.init.body).toBe('{"title":"A"}');
  });

  it('returns undefined for an empty reply, a Blob for a file, and headers on request', async () => {
    answer(() => new Response(null, { status: 204 }));
    await expect(call(removeBook, { params: { id: '1' } })).resolves.toBeUndefined();
    answer(() => new Response('%PDF', { status: 200 }));
    await expect((await call(printBook)).text()).resolves.toBe('%PDF');
    answer(json({ title: 'S' }, 200, { ETag: '"7"' }));
    expect((await callWithHeaders(getBook, { params: { id: '1' } })).headers.get('etag')).toBe('"7"');
  });

  it('throws an ApiError with status, body and the message for the user', async () => {
    const body = problemBody(400, 'request.invalid', 'Please check the marked fields.', [
      { path: 'title', message: 'Title is required' },
    ]);
    answer(json(body, 400));
    const error = await call(addBook, { body: { title: '' } }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).message).toBe(`400: ${JSON.stringify(body)}`);
    expect(messageOf(error, 'other')).toBe('Please check the marked fields.');
    expect(fieldErrorsOf(error)).toEqual({ title: 'Title is required' });
  });

  it('falls back to the status text and the caller’s message without a problem document', async () => {
    answer(() => new Response('', { status: 502, statusText: 'Bad Gateway' }));
    const error = await call(getBook, { params: { id: '1' } }).catch((caught: unknown) => caught);
    expect((error as ApiError).message).toBe('502: Bad Gateway');
    expect(messageOf(error, 'Please try again')).toBe('Please try again');
  });
});

describe('stream', () => {
  const onRestart = (): void => {
    throw new Error('The text must not begin again.');
  };
  const events = (text: string) => () =>
    new Response(new Blob([text]).stream(), { status: 200, headers: { 'Content-Type': 'text/event-stream' } });

  it('passes on each piece and returns the final reply', async () => {
    const requests = answer(
      events(
        'event: delta\ndata: {"text":"Once "}\n\nevent: delta\ndata: {"text":"upon"}\n\nevent: done\ndata: {"content":"Once upon"}\n\n',
      ),
    );
    const pieces: string[] = [];
    await expect(stream(write, {}, { onDelta: (text) => pieces.push(text), onRestart })).resolves.toEqual({
      content: 'Once upon',
    });
    expect(pieces).toEqual(['Once ', 'upon']);
    expect(requests[0]?.headers.get('accept')).toBe('text/event-stream');
  });

  it('passes on the complete fields of a reply as they arrive', async () => {
    answer(
      events(
        'event: partial\ndata: {"value":{"titles":["Salt"]}}\n\nevent: done\ndata: {"titles":["Salt","Snow"],"count":2}\n\n',
      ),
    );
    const values: unknown[] = [];
    const done = await stream(listTitles, {}, { onPartial: (value) => values.push(value) });
    expect([values, done]).toEqual([[{ titles: ['Salt'] }], { titles: ['Salt', 'Snow'], count: 2 }]);
  });

  it('passes on where a part begins', async () => {
    const part = { index: 1, of: 2, title: 'Snow', from: 7, resultId: 'r1' };
    answer(
      events(
        `event: part\ndata: ${JSON.stringify(part)}\n\nevent: delta\ndata: {"text":"It"}\n\nevent: done\ndata: {"content":"It"}\n\n`,
      ),
    );
    const received: unknown[] = [];
    const onDelta = (text: string) => void received.push(text);
    await stream(write, {}, { onDelta, onRestart, onPart: (each) => received.push(each) });
    expect(received).toEqual([part, 'It']);
  });

  it('passes on each reply so far of a route with progress', async () => {
    answer(
      events(
        'event: progress\ndata: {"pages":1}\n\nevent: progress\ndata: {"pages":2}\n\nevent: done\ndata: {"pages":3}\n\n',
      ),
    );
    const replies: number[] = [];
    const done = await stream(watchFile, {}, { onProgress: ({ pages }) => replies.push(pages) });
    expect([replies, done]).toEqual([[1, 2], { pages: 3 }]);
  });

  it('throws the problem of an error event', async () => {
    answer(
      events(
        `event: delta\ndata: {"text":"O"}\n\nevent: error\ndata: ${JSON.stringify(problemBody(502, 'ai.provider_failed', 'The AI did not answer.'))}\n\n`,
      ),
    );
    await expect(stream(write, {}, { onDelta: () => undefined, onRestart })).rejects.toMatchObject({
      status: 502,
      problem: { code: 'ai.provider_failed' },
    });
  });

  it('throws when the stream ends early', async () => {
    answer(events('event: delta\ndata: {"text":"O"}\n\n'));
    await expect(stream(write, {}, { onDelta: () => undefined, onRestart })).rejects.toMatchObject({ status: 502 });
  });

  describe('of an idempotent route whose connection is lost', () => {
    const half = 'event: delta\ndata: {"text":"Once "}\n\n';
    const whole = 'event: delta\ndata: {"text":"Once upon"}\n\nevent: done\ndata: {"content":"Once upon"}\n\n';
    const replies = (...texts: (string | Error)[]) =>
      answer(() => {
        const next = texts.shift();
        if (next === undefined || next instanceof Error) throw next ?? new Error('There are no more replies.');
        return events(next)();
      });
    const startWriting = (signal?: AbortSignal) => {
      const received: string[] = [];
      const handlers = { onDelta: (text: string) => received.push(text), onRestart: () => received.push('|') };
      return { received, done: stream(writeOnce, signal ? { signal } : {}, handlers) };
    };

    it.each([
      ['in the middle of the reply', half, ['Once ', '|', 'Once upon']],
      ['before the reply', new TypeError('Failed to fetch'), ['|', 'Once upon']],
    ])('repeats the request once with the same key, when it is lost %s', async (_name, first, received) => {
      const requests = replies(first, whole);
      const writing = startWriting();
      await expect(writing.done).resolves.toEqual({ content: 'Once upon' });
      expect(writing.received).toEqual(received);
      const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
      expect(keys).toEqual([keys[0], keys[0]]);
      expect(keys[0]).toMatch(/^[\w-]{36}$/);
    });

    it('begins again before the first part of the repeated request', async () => {
      const part = 'event: part\ndata: {"index":0}\n\n';
      replies(part + half, part + whole);
      const received: string[] = [];
      await stream(
        writeOnce,
        {},
        {
          onDelta: (text) => received.push(text),
          onRestart: () => received.push('|'),
          onPart: ({ index }) => received.push(`part ${index}`),
        },
      );
      expect(received).toEqual(['part 0', 'Once ', '|', 'part 0', 'Once upon']);
    });

    it('keeps the text and fails when it is lost again', async () => {
      const requests = replies(half, new TypeError('Failed to fetch'), whole);
      const writing = startWriting();
      await expect(writing.done).rejects.toMatchObject({ status: 502 });
      expect([writing.received, requests.length]).toEqual([['Once '], 2]);
    });

    it('does not repeat a request that was stopped meanwhile', async () => {
      const stop = new AbortController();
      const requests = replies(half, whole);
      const writing = startWriting(stop.signal);
      setTimeout(() => stop.abort(), 100);
      await expect(writing.done).rejects.toMatchObject({ name: 'AbortError' });
      expect(requests).toHaveLength(1);
    });

    it('asks again while another server still runs the first request', async () => {
      const running = json(problemBody(409, 'request.in_progress', 'This request is still being processed.'), 409);
      const attempts = [events(half), running, events(whole)];
      const requests = answer(() => (attempts.shift() ?? running)());
      const writing = startWriting();
      await expect(writing.done).resolves.toEqual({ content: 'Once upon' });
      expect([writing.received, requests.length]).toEqual([['Once ', '|', 'Once upon'], 3]);
    });

    it('does not repeat a request because a handler has failed', async () => {
      const requests = replies(half, whole);
      const failing = () => {
        throw new TypeError('A fault of the page.');
      };
      await expect(stream(writeOnce, {}, { onDelta: failing, onRestart: failing })).rejects.toThrow(
        'A fault of the page.',
      );
      expect(requests).toHaveLength(1);
    });

    it('does not repeat a request that the server refused', async () => {
      const requests = answer(() => new Response('{}', { status: 503 }));
      await expect(startWriting().done).rejects.toMatchObject({ status: 503 });
      expect(requests).toHaveLength(1);
    });
  });
});
