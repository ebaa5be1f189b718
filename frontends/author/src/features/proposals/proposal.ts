import { limits } from '@inkbear/contracts/plans';
import type { Wish } from './wish.ts';

/** One finished text; `at` is when it came, in milliseconds, unless it was kept from before. */
export interface Attempt { readonly text: string; readonly resultId: string; readonly at?: number }
type Run =
  | { readonly state: 'idle' }
  | { readonly state: 'writing'; readonly text: string; readonly startedAt: number }
  /** Stopped by the author, or broken off; what had arrived may be kept. */
  | { readonly state: 'broken'; readonly text: string; readonly message: string };

/** What AI offers for one wish and nobody has accepted yet. */
export interface Proposal {
  readonly wish: Wish;
  /** The first and its tries again. */
  readonly attempts: readonly Attempt[];
  readonly run: Run;
  /** Which attempt is looked at; null is the one that is being written, or was broken off. */
  readonly shown: number | null;
}

export const stoppedText = 'Stopped. What had arrived is kept here.';
const triableMs = limits.variantMinutes * 60_000;
/** Until when a try again belongs to the same use, in milliseconds; null when nothing is finished yet, or from before. */
export const triableUntil = ({ attempts: [first] }: Pick<Proposal, 'attempts'>): number | null => (first?.at === undefined ? null : first.at + triableMs);

export const begin = (wish: Wish, attempts: readonly Attempt[], startedAt: number): Proposal => ({ wish, attempts, run: { state: 'writing', text: '', startedAt }, shown: null });
export const grow = (proposal: Proposal, text: string): Proposal => (proposal.run.state === 'writing' ? { ...proposal, run: { ...proposal.run, text } } : proposal);
export const finish = ({ wish, attempts }: Proposal, attempt: Attempt): Proposal => ({ wish, attempts: [...attempts, attempt], run: { state: 'idle' }, shown: attempts.length });
/** Nothing had arrived of a try again: the attempt before is looked at, with the message beside it. */
export const breakOff = (proposal: Proposal, text: string, message: string): Proposal =>
  ({ ...proposal, run: { state: 'broken', text, message }, shown: text === '' && proposal.attempts.length > 0 ? proposal.attempts.length - 1 : null });

/** Why it cannot be tried again at the moment `now`; null when it can. */
export function retryRefusal({ attempts }: Pick<Proposal, 'attempts'>, now: number): string | null {
  if (attempts.length > limits.variants) return `Tried again ${limits.variants} times, which is all that belongs to one request.`;
  const until = triableUntil({ attempts });
  return until === null || now < until ? null : `The ${limits.variantMinutes} minutes for trying again are over. Asking anew is a request of its own.`;
}

/** The text that is looked at, and where it is kept; a broken one is kept nowhere. */
export function shownAttempt({ attempts, run, shown }: Proposal): { text: string; resultId: string | null } {
  const attempt = shown === null ? undefined : attempts[shown];
  return attempt ?? { text: run.state === 'idle' ? '' : run.text, resultId: null };
}
