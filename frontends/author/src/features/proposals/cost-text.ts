import type { Limit } from '@inkbear/contracts/ai/limit';
import { limits as fixed } from '@inkbear/contracts/plans';
import { leftText, wordsLeftText } from '@inkbear/web-kit/ai-limits.ts';
import { type Proposal, stoppedText } from './proposal.ts';
import { limitOf, nounOf } from './wish.ts';

/** What a proposal cost and what is left, in words; null while that is unknown. */
export function costText(
  { wish, run }: Pick<Proposal, 'wish' | 'run'>,
  limits: readonly Limit[] | undefined,
): string | null {
  if (wish.isKept === true) return 'Opening it again costs nothing.';
  if (limits === undefined) return null;
  const limit = limitOf(wish);
  const use =
    limit === null
      ? nounOf(wish.kind) === 'story'
        ? 'none, tone and length are fair use.'
        : 'words only, selections are fair use.'
      : `one ${limit.noun}; tries again within ${fixed.variantMinutes} minutes belong to it.`;
  const cost =
    run.state !== 'broken'
      ? `Cost: ${use}`
      : run.message === stoppedText
        ? `Stopping is free ${fixed.freeStopsPerDay} times a day for each ${nounOf(wish.kind)} and action, then it counts.`
        : 'It failed, so it cost nothing.';
  return [cost, limit && leftText(limits, limit.name, limit.noun), wordsLeftText(limits)].filter(Boolean).join(' ');
}
