import type { ClientReply, Route } from '@inkbear/contracts/route';
import { createParser } from 'eventsource-parser';
import { ApiError, parseProblem } from './api-error.ts';
import { type CallInput, send } from './api.ts';
import { notifyPlanRefused } from './plan-refusal.ts';

interface DeltaHandlers {
  /** Each piece of text, in order. */
  onDelta: (text: string) => void;
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
 * Calls a streaming route and returns its final reply. Throws `ApiError` for a refusal before the stream and for
 * `event: error` in it. Aborting `signal` also stops the work on the server.
 */
export async function stream<R extends Route>(
  route: R,
  input: CallInput<R>,
  handlers: StreamHandlers<R>,
): Promise<ClientReply<R>> {
  const response = await send(route, input as Parameters<typeof send>[1], 'text/event-stream');
  if (response.headers.get('Content-Type')?.includes('text/event-stream') !== true)
    return (await response.json()) as ClientReply<R>;
  const { onDelta, onPartial, onProgress } = handlers as Partial<
    DeltaHandlers & PartialHandlers<R> & ProgressHandlers<R>
  >;
  let done: { reply: ClientReply<R> } | undefined;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'delta') onDelta?.((JSON.parse(data) as { text: string }).text);
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
    for (let chunk = await reader?.read(); chunk?.done === false && done === undefined; chunk = await reader?.read())
      parser.feed(chunk.value);
  } finally {
    void reader?.cancel().catch(() => undefined);
  }
  if (done === undefined) throw new ApiError(502, 'The stream ended early');
  return done.reply;
}
