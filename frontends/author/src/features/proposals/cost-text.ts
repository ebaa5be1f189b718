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
        ? 'nothing; changes of tone and length are fair use.'
        : 'words only; edits of a selection are fair use.'
      : `one ${limit.noun}; trying again within ${fixed.variantMinutes} minutes is included.`;
  const cost = run.state === 'interrupted' ? interruptedCost(run.cause, request, use) : `Cost: ${use}`;
  return [cost, limit && remainingText(limits, limit.name, limit.noun), remainingWordsText(limits)]
    .filter(Boolean)
    .join(' ');
}

function interruptedCost(cause: Interruption['cause'], { kind }: AiRequest, use: string): string {
  switch (cause) {
    case 'failed':
      return 'It failed, so it cost nothing.';
    case 'kept':
      return `Cost, because its finished parts are kept: ${use}`;
    case 'stopped':
      return `Stopping is free ${fixed.freeStopsPerDay} times a day for each ${manuscriptKindOf(kind)} and action, then it counts.`;
  }
}
