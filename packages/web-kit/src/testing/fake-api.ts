// A fake server for component tests: replies by method and path, and records the requests.
import { untilAborted } from '../until-aborted.ts';

export interface FakeAnswer {
  status?: number;
  body?: unknown;
  /** Sent as an event stream instead of `body`. See `eventsOf`. */
  events?: ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
}
export interface FakeRequest {
  route: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}
type Answers = Record<string, FakeAnswer | Error | ((request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>)>;

/**
 * `fakeApi({'GET /api/user': {status: 401}})`; routes that are not listed reply 404. `aborted` has the requests that
 * were aborted before their reply. `restore` brings the real fetch back.
 */
export function fakeApi(answers: Answers): { requests: FakeRequest[]; aborted: FakeRequest[]; restore: () => void } {
  const requests: FakeRequest[] = [];
  const aborted: FakeRequest[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init = {}) => {
    const { signal } = init;
    signal?.throwIfAborted();
    const url = new URL(String(input), 'http://localhost');
    const request: FakeRequest = {
      route: `${init.method ?? 'GET'} ${url.pathname}`,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    };
    requests.push(request);
    const found = answers[request.route] ?? { status: 404, body: { message: 'Not Found', code: 'request.not_found' } };
    if (found instanceof Error) throw found;
    const recordAbort = () => void aborted.push(request);
    signal?.addEventListener('abort', recordAbort);
    const {
      status = 200,
      body,
      events,
      headers,
    } = typeof found === 'function' ? await withSignal(Promise.resolve(found(request)), signal) : found;
    signal?.removeEventListener('abort', recordAbort);
    if (events) return new Response(events, { status, headers: { 'Content-Type': 'text/event-stream', ...headers } });
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  };
  return {
    requests,
    aborted,
    restore: () => {
      globalThis.fetch = real;
    },
  };
}

const withSignal = <T>(reply: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> =>
  signal ? untilAborted(reply, signal) : reply;

/** A stream of events for `FakeAnswer.events`; `send` adds one, and `done` or `error` ends it. */
export function eventsOf(): { events: ReadableStream<Uint8Array>; send: (event: string, data: unknown) => void } {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined;
  const events = new ReadableStream<Uint8Array>({ start: (controller) => void (control = controller) });
  return {
    events,
    send: (event, data) => {
      control?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      if (event === 'done' || event === 'error') control?.close();
    },
  };
}

/** A problem document in the server's format. */
export const problemBody = (
  status: number,
  code: string,
  message: string,
  errors?: { path: string; message: string }[],
) => ({
  type: 'about:blank',
  title: message,
  status,
  code,
  detail: message,
  requestId: 'test',
  message,
  ...(errors ? { errors } : {}),
});

export const fakeUser = {
  id: 'u1',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Marsh',
  profileImageUrl: null,
  plan: 'free' as const,
  isActive: false,
  referralCode: 'ADA1',
  referrals: [],
  referralCredits: 0,
  isAdmin: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  stats: { streakDays: 0, wordsToday: 0, wordsThisWeek: 0 },
};
