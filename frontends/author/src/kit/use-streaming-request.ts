import type { PartCount } from '@inkbear/contracts/ai/limit';
import type { PartStart } from '@inkbear/contracts/route';
import { counted } from '@inkbear/web-kit/counted.ts';
import type { DeltaHandlers } from '@inkbear/web-kit/stream.ts';
import { type FinishedParts, StreamingText } from '@inkbear/web-kit/streaming-text.ts';

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

/** How a request ended. */
export type RequestOutcome<Result> =
  | { readonly state: 'done'; readonly result: Result }
  | ({ readonly state: 'stopped' } & KeptText)
  | ({ readonly state: 'failed'; readonly error: unknown } & KeptText);

/** What had been received by then. The unfinished part of a text that is written in parts is not kept. */
interface KeptText {
  readonly text: string;
  /** Null for a text that is written at once, or has no finished part. */
  readonly finished: FinishedParts | null;
}

/** What is kept of a stopped request, for the author. */
export const stopText = (finished: FinishedParts | null): string =>
  finished === null ? 'Stopped. The text so far is kept here.' : `Stopped. ${keptPartsText(finished)}`;

/** What is kept of a failed request and the reason, for the author. */
export const failedText = (reason: string, finished: FinishedParts | null): string =>
  finished === null ? reason : `${keptPartsText(finished)} ${reason}`;

const keptPartsText = ({ done, of }: FinishedParts): string =>
  `${done} of ${counted(of, 'part')} ${done === 1 ? 'is' : 'are'} finished and kept.`;

/** 'Part 2 of 5: Ida finds the lamp unlit.' */
export const partText = ({ index, of, title }: PartStart): string => `Part ${index + 1} of ${of}: ${title}`;

/** The parts of a chapter of which the AI could write only some; undefined when it has written all. */
export const incompleteParts = (parts: PartCount | null): PartCount | undefined =>
  parts && parts.done < parts.of ? parts : undefined;

/** Why a chapter has fewer parts than were planned, for the author. */
export const incompleteText = ({ done, of }: PartCount): string =>
  `Only ${counted(done, 'part')} of ${of} ${done === 1 ? 'was' : 'were'} written. You can insert what there is, or try again.`;

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
    const handlers = {
      onDelta: (piece: string) => streamingText.append(piece),
      onRestart: streamingText.restart,
      onPart: streamingText.beginPart,
    };
    const outcome = await send({ signal, ...handlers, isCurrent }).then(
      (result): RequestOutcome<Result> => ({ state: 'done', result }),
      (error: unknown): RequestOutcome<Result> =>
        signal.aborted
          ? { state: 'stopped', ...keptOf(streamingText) }
          : { state: 'failed', error, ...keptOf(streamingText) },
    );
    if (isCurrent()) onEnd(outcome);
    onSettled(outcome.state === 'done' ? 'succeeded' : 'failed');
  };
  return {
    start: <Result>(steps: RequestSteps<Result>): void => void run(steps),
    stop: () => abortRequest(current()),
  };
}

const keptOf = ({ text, finishedParts }: StreamingText): KeptText => ({
  text: finishedParts?.text ?? text,
  finished: finishedParts,
});

/** Aborts the work on the server; does nothing when nothing is running. */
export function abortRequest(request: StreamingRequest): void {
  if (request.state === 'running') request.control.abort();
}
