import type { Limit } from '@inkbear/contracts/ai/limit';
import { limits as fixed } from '@inkbear/contracts/plans';
import { remainingText, remainingWordsText } from '@inkbear/web-kit/ai-limits.ts';
import type { Interruption, Proposal } from './proposal.ts';
import { type AiRequest, limitOf, manuscriptKindOf } from './ai-request.ts';

/** The cost of a proposal and the remaining uses, as text; null until the limits are loaded. */
export function costText(
  { request, run }: Pick<Proposal, 'request' | 'run'>,
  limits: readonly Limit[] | undefined,
): string | null {
  if (request.isSavedResult === true) return 'Opening it again is free.';
  if (limits === undefined) return null;
  const limit = limitOf(request);
  const use =
    limit === null
      ? manuscriptKindOf(request.kind) === 'story'
        ? { amount: 'nothing', terms: 'changes of tone and length are fair use.' }
        : { amount: 'AI words only', terms: 'edits of a selection have no other limit.' }
      : { amount: `one ${limit.noun}`, terms: `trying again within ${fixed.variantMinutes} minutes is included.` };
  const cost =
    run.state === 'interrupted' ? interruptedCost(run.cause, request, use) : `Uses ${use.amount}; ${use.terms}`;
  return [cost, limit && remainingText(limits, limit.name, limit.noun), remainingWordsText(limits)]
    .filter(Boolean)
    .join(' ');
}

function interruptedCost(
  cause: Interruption['cause'],
  { kind }: AiRequest,
  use: { readonly amount: string; readonly terms: string },
): string {
  switch (cause) {
    case 'failed':
      return 'It failed, so it cost nothing.';
    case 'kept':
      return `Uses ${use.amount}, because the finished parts are kept; ${use.terms}`;
    case 'stopped':
      return (
        `You can stop ${fixed.freeStopsPerDay} times a day for free, for each ${manuscriptKindOf(kind)} and action. ` +
        'After that a stopped request counts as a use.'
      );
  }
}
