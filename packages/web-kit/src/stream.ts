import type { ClientReply, PartStart, Route } from '@inkbear/contracts/route';
import { createParser } from 'eventsource-parser';
import { ApiError, parseProblem } from './api-error.ts';
import { type CallInput, send } from './api.ts';
import { notifyPlanRefused } from './plan-refusal.ts';

export interface DeltaHandlers {
  /** Each piece of text, in order. */
  readonly onDelta: (text: string) => void;
  /** The text begins again with the next piece. */
  readonly onRestart: () => void;
  /** A part begins. Only for texts that are written in parts. */
  readonly onPart?: (part: PartStart) => void;
}
interface PartialHandlers<R extends Route> {
  /** The fields of the reply that are complete so far, at each change. Each value replaces the last one. */
  onPartial: (value: Partial<ClientReply<R>>) => void;
}
interface ProgressHandlers<R extends Route> {
  /** The reply so far, at each change. */
  onProgress: (reply: ClientReply<R>) => void;
}
/** What receives the events before the final reply. */
export type StreamHandlers<R extends Route> = R extends { readonly streams: 'progress' }
  ? ProgressHandlers<R>
  : R extends { readonly streams: 'partial' }
    ? PartialHandlers<R>
    : DeltaHandlers;

/**
 * The delay before a call whose connection was lost is repeated. A phone needs about a second to change from Wi-Fi to
 * mobile data.
 */
const repeatDelayMs = 1000;
/** Covers the 30 s lease after which another replica takes over the call. */
const maxRepeats = 40;

/** The connection was lost before the reply was complete. */
class ConnectionLostError extends ApiError {
  constructor(cause?: unknown) {
    super(502, 'The stream ended early');
    this.cause = cause;
  }
}

/**
 * Calls a streaming route and returns its final reply. Throws `ApiError` for a refusal before the stream and for
 * `event: error` in it. Aborting `signal` also stops the work on the server.
 *
 * When the connection is lost, an idempotent call is retried with the same `Idempotency-Key`, once a second while the
 * server still runs the first call, at most 40 times. The server continues the stream if the work still runs, sends the
 * finished reply, or the stored part of it, and begins again otherwise.
 */
export async function stream<R extends Route>(
  route: R,
  input: CallInput<R>,
  handlers: StreamHandlers<R>,
): Promise<ClientReply<R>> {
  const { signal } = input as { readonly signal?: AbortSignal };
  const keyed = { idempotencyKey: crypto.randomUUID(), ...input };
  try {
    return await streamOnce(route, keyed, handlers);
  } catch (error) {
    if (!(error instanceof ConnectionLostError) || route.idempotent !== true || signal?.aborted === true) throw error;
    return await repeat(() => streamOnce(route, keyed, restarting(handlers)), signal);
  }
}

/**
 * Repeats a call whose connection was lost. While another server still runs the first one, the call is refused and sent again
 * every second: that server soon notices the lost connection, or it has died, and its call is taken over after half a minute.
 */
async function repeat<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    await wait(repeatDelayMs, signal);
    try {
      return await work();
    } catch (error) {
      const isRunning = error instanceof ApiError && error.problem?.code === 'request.in_progress';
      if (!isRunning || tries >= maxRepeats) throw error;
    }
  }
}

/** Rejects with the signal's reason when it is aborted meanwhile. */
const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });

/** The handlers of a repeated call: the first event replaces what was received before. */
function restarting<R extends Route>(handlers: StreamHandlers<R>): StreamHandlers<R> {
  const { onDelta, onRestart, onPart } = handlers as Partial<DeltaHandlers>;
  if (!onDelta) return handlers;
  let hasBegun = false;
  const begin = (): void => {
    if (!hasBegun) onRestart?.();
    hasBegun = true;
  };
  return {
    ...handlers,
    onDelta: (text: string) => {
      begin();
      onDelta(text);
    },
    onPart: (part: PartStart) => {
      begin();
      onPart?.(part);
    },
  };
}

async function streamOnce<R extends Route>(
  route: R,
  input: CallInput<R>,
  handlers: StreamHandlers<R>,
): Promise<ClientReply<R>> {
  const response = await send(route, input as Parameters<typeof send>[1], 'text/event-stream').catch(
    throwConnectionLost,
  );
  if (response.headers.get('Content-Type')?.includes('text/event-stream') !== true)
    return (await response.json()) as ClientReply<R>;
  const { onDelta, onPart, onPartial, onProgress } = handlers as Partial<
    DeltaHandlers & PartialHandlers<R> & ProgressHandlers<R>
  >;
  let done: { reply: ClientReply<R> } | undefined;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'delta') onDelta?.((JSON.parse(data) as { text: string }).text);
      if (event === 'part') onPart?.(JSON.parse(data) as PartStart);
      if (event === 'partial') onPartial?.((JSON.parse(data) as { value: Partial<ClientReply<R>> }).value);
      if (event === 'progress') onProgress?.(JSON.parse(data) as ClientReply<R>);
      if (event === 'done') done = { reply: JSON.parse(data) as ClientReply<R> };
      if (event === 'error') {
        const problem = parseProblem(data);
        const refusal = new ApiError(problem?.status ?? 502, data, problem);
        notifyPlanRefused(refusal);
        throw refusal;
      }
    },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    const read = () => reader?.read().catch(throwConnectionLost);
    for (let chunk = await read(); chunk?.done === false && done === undefined; chunk = await read())
      parser.feed(chunk.value);
  } finally {
    void reader?.cancel().catch(() => undefined);
  }
  if (done === undefined) throw new ConnectionLostError();
  return done.reply;
}

/** Rethrows an error of a call; `fetch` throws a TypeError when the connection is lost. */
function throwConnectionLost(error: unknown): never {
  throw error instanceof TypeError ? new ConnectionLostError(error) : error;
}
