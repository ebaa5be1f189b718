import { limits } from '@inkbear/contracts/plans';
import { StreamingText } from '@inkbear/web-kit/streaming-text.ts';
import type { Wish } from './wish.ts';

/** One text. `at` is when it came, in milliseconds, unless it was kept from before; without a `resultId` it was stopped or broke off, and is kept nowhere else. */
export interface Attempt {
  readonly text: string;
  readonly resultId: string | null;
  readonly at?: number;
  /** It stands in the text already. */ readonly isStored?: true;
}
type Run =
  | { readonly state: 'idle' }
  /** The text that streams in is no part of the proposal: what shows it subscribes to it. */
  | { readonly state: 'writing'; readonly arriving: StreamingText; readonly startedAt: number }
  /** Stopped by the author, or broken off; what had arrived is the last attempt. */
  | { readonly state: 'broken'; readonly message: string };

/** What AI offers for one wish and nobody has accepted yet. */
export interface Proposal {
  readonly wish: Wish;
  /** The first and its tries again. */
  readonly attempts: readonly Attempt[];
  readonly run: Run;
  /** Which attempt is looked at; null is the one that is being written, or that brought nothing. */
  readonly shown: number | null;
}

export const stoppedText = 'Stopped. What had arrived is kept here.';
const triableMs = limits.variantMinutes * 60_000;
/** Until when a try again belongs to the same use, in milliseconds; null when nothing is finished yet, or from before. */
export function triableUntil({ attempts }: Pick<Proposal, 'attempts'>): number | null {
  const at = finishedOf(attempts)[0]?.at;
  return at === undefined ? null : at + triableMs;
}
const finishedOf = (attempts: readonly Attempt[]): readonly Attempt[] =>
  attempts.filter(({ resultId }) => resultId !== null);
/** The result that tries again belong to. */
export const firstResult = ({ attempts }: Pick<Proposal, 'attempts'>): string | undefined =>
  finishedOf(attempts)[0]?.resultId ?? undefined;
/** Where the attempts are kept on the server. */
export const resultsOf = ({ attempts }: Pick<Proposal, 'attempts'>): string[] =>
  attempts.flatMap(({ resultId }) => resultId ?? []);
/** A text waits here that is kept nowhere else. */
export const hasStoppedText = ({ attempts }: Pick<Proposal, 'attempts'>): boolean =>
  attempts.some(({ resultId }) => resultId === null);

export const begin = (wish: Wish, attempts: readonly Attempt[], startedAt: number): Proposal => ({
  wish,
  attempts,
  run: { state: 'writing', arriving: new StreamingText(), startedAt },
  shown: null,
});
export const finish = ({ wish, attempts }: Proposal, attempt: Attempt): Proposal => ({
  wish,
  attempts: [...attempts, attempt],
  run: { state: 'idle' },
  shown: attempts.length,
});
/** What had arrived is an attempt like the others; of nothing, the attempt before is looked at, with the message beside it. */
export function breakOff({ wish, attempts: before }: Proposal, text: string, message: string): Proposal {
  const attempts = text === '' ? before : [...before, { text, resultId: null }];
  return {
    wish,
    attempts,
    run: { state: 'broken', message },
    shown: attempts.length === 0 ? null : attempts.length - 1,
  };
}

/** Why it cannot be tried again at the moment `now`; null when it can. */
export function retryRefusal({ attempts }: Pick<Proposal, 'attempts'>, now: number): string | null {
  if (finishedOf(attempts).length > limits.variants)
    return `Tried again ${limits.variants} times, which is all that belongs to one request.`;
  const until = triableUntil({ attempts });
  return until === null || now < until
    ? null
    : `The ${limits.variantMinutes} minutes for trying again are over. Asking anew is a request of its own.`;
}

/** The text that is looked at, and where it is kept; empty while one is being written. */
export function shownAttempt({ attempts, shown }: Proposal): { text: string; resultId: string | null } {
  return (shown === null ? undefined : attempts[shown]) ?? { text: '', resultId: null };
}
