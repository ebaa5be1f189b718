import type { DeltaHandlers } from '@inkbear/web-kit/stream.ts';
import { StreamingText } from '@inkbear/web-kit/streaming-text.ts';

/** A running AI request. Components subscribe to `streamingText`, so that a new token renders only them. */
export interface RunningRequest {
  readonly state: 'running';
  readonly control: AbortController;
  readonly streamingText: StreamingText;
  /** In milliseconds. */
  readonly startedAt: number;
}

/** The state of one AI request. A stopped request is idle again. */
export type StreamingRequest =
  { readonly state: 'idle' } | RunningRequest | { readonly state: 'failed'; readonly error: unknown };

export const idleRequest: StreamingRequest = { state: 'idle' };

/** How a request ended. `text` is the part of the reply that had been received by then. */
export type RequestOutcome<Result> =
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'stopped'; readonly text: string }
  | { readonly state: 'failed'; readonly error: unknown; readonly text: string };

export interface SendOptions extends DeltaHandlers {
  readonly signal: AbortSignal;
  /** False when the request was dropped or its user has signed out. */
  readonly isCurrent: () => boolean;
}

export interface RequestSteps<Result> {
  /** Stores the running request. */
  readonly begin: (running: RunningRequest) => void;
  readonly send: (options: SendOptions) => Promise<Result>;
  /** Stores the outcome. Not called for a request that is no longer current. */
  readonly onEnd: (outcome: RequestOutcome<Result>) => void;
}

/**
 * Runs one AI request at a time.
 * @param current reads its state from a component, or from a `SessionStore` that outlives it
 * @param onSettled called after every request, also after one that is no longer current; refreshes the AI usage
 */
export function useStreamingRequest(
  current: () => StreamingRequest,
  onSettled: (outcome: 'succeeded' | 'failed') => void,
) {
  const run = async <Result>({ begin, send, onEnd }: RequestSteps<Result>): Promise<void> => {
    if (current().state === 'running') return;
    const control = new AbortController();
    const { signal } = control;
    const streamingText = new StreamingText();
    const running: RunningRequest = { state: 'running', control, streamingText, startedAt: Date.now() };
    begin(running);
    const isCurrent = () => current() === running;
    const handlers = { onDelta: (piece: string) => streamingText.append(piece), onRestart: streamingText.restart };
    const outcome = await send({ signal, ...handlers, isCurrent }).then(
      (result): RequestOutcome<Result> => ({ state: 'done', result }),
      (error: unknown): RequestOutcome<Result> =>
        signal.aborted
          ? { state: 'stopped', text: streamingText.text }
          : { state: 'failed', error, text: streamingText.text },
    );
    if (isCurrent()) onEnd(outcome);
    onSettled(outcome.state === 'done' ? 'succeeded' : 'failed');
  };
  return {
    start: <Result>(steps: RequestSteps<Result>): void => void run(steps),
    stop: () => abortRequest(current()),
  };
}

/** Aborts the work on the server; does nothing when nothing is running. */
export function abortRequest(request: StreamingRequest): void {
  if (request.state === 'running') request.control.abort();
}
