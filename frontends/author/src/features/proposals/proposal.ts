import type { Wish } from './wish.ts';

/** One finished text. */
export interface Attempt { readonly text: string; readonly resultId: string }
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
/** A result can be tried again so often. */
export const mostTries = 3;

export const begin = (wish: Wish, attempts: readonly Attempt[], startedAt: number): Proposal => ({ wish, attempts, run: { state: 'writing', text: '', startedAt }, shown: null });
export const grow = (proposal: Proposal, text: string): Proposal => (proposal.run.state === 'writing' ? { ...proposal, run: { ...proposal.run, text } } : proposal);
export const finish = ({ wish, attempts }: Proposal, attempt: Attempt): Proposal => ({ wish, attempts: [...attempts, attempt], run: { state: 'idle' }, shown: attempts.length });
/** Nothing had arrived of a try again: the attempt before is looked at, with the message beside it. */
export const breakOff = (proposal: Proposal, text: string, message: string): Proposal =>
  ({ ...proposal, run: { state: 'broken', text, message }, shown: text === '' && proposal.attempts.length > 0 ? proposal.attempts.length - 1 : null });

/** The text that is looked at, and where it is kept; a broken one is kept nowhere. */
export function shownAttempt({ attempts, run, shown }: Proposal): { text: string; resultId: string | null } {
  const attempt = shown === null ? undefined : attempts[shown];
  return attempt ?? { text: run.state === 'idle' ? '' : run.text, resultId: null };
}
