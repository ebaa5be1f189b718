import type { Limit } from '@inkbear/contracts/ai/limit';
import { limits as fixed } from '@inkbear/contracts/plans';
import { remainingText, remainingWordsText } from '@inkbear/web-kit/ai-limits.ts';
import { type Proposal, stoppedText } from './proposal.ts';
import { limitOf, manuscriptKindOf } from './ai-request.ts';

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
        ? 'nothing; changes of tone and length are fair use.'
        : 'words only; edits of a selection are fair use.'
      : `one ${limit.noun}; trying again within ${fixed.variantMinutes} minutes is included.`;
  const cost =
    run.state !== 'interrupted'
      ? `Cost: ${use}`
      : run.message === stoppedText
        ? `Stopping is free ${fixed.freeStopsPerDay} times a day for each ${manuscriptKindOf(request.kind)} and action, then it counts.`
        : 'It failed, so it cost nothing.';
  return [cost, limit && remainingText(limits, limit.name, limit.noun), remainingWordsText(limits)]
    .filter(Boolean)
    .join(' ');
}
