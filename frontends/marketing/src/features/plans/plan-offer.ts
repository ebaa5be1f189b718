import type { PlanName } from '@inkbear/contracts/plans';
import { limits } from '@inkbear/contracts/plans';
import { longDate } from '@inkbear/web-kit/format.ts';
import { type PlanCard, planSentence } from '@inkbear/web-kit/plan-card.ts';

/** How a plan is offered to a visitor or an author. */
export interface PlanOffer {
  /** The author has this plan at the moment. */
  isCurrent: boolean;
  /** A note for this author; null when there is none. */
  note: string | null;
  /** A link in place of the button that chooses the plan; null when the plan can be chosen. */
  link: { label: string; to: string } | null;
}

const available: PlanOffer = { isCurrent: false, note: null, link: null };
const manage = { label: 'Manage plan', to: '/dashboard?billing=plan' };

/** @param card the author's plan; null for a visitor and until it is loaded */
export function planOffer(plan: PlanName, card: PlanCard | null): PlanOffer {
  if (card === null) return available;
  if (plan === 'free') return freeOffer(card);
  if (plan === 'pro_oneoff' && card.plan === 'pro_oneoff' && !card.isActive)
    return { ...available, note: lapsedNote(card) };
  if (card.plan !== plan || !card.isActive) return available;
  return { isCurrent: true, note: currentNote(card), link: manage };
}

function freeOffer({ plan, isActive }: PlanCard): PlanOffer {
  if (plan === 'free')
    return { isCurrent: true, note: null, link: { label: 'Go to your dashboard', to: '/dashboard' } };
  return isActive
    ? {
        isCurrent: false,
        note: 'You return to this plan when yours ends. Nothing you wrote is deleted.',
        link: { label: 'Go to your dashboard', to: '/dashboard' },
      }
    : available;
}

const currentNote = (card: PlanCard): string =>
  card.source === 'granted' && card.subscription === null
    ? `${planSentence(card)} You need not buy anything until then.`
    : planSentence(card);

const lapsedNote = ({ planEndDate }: PlanCard): string =>
  `Your ${limits.oneOffDays} days ended${planEndDate === null ? '' : ` on ${longDate(planEndDate)}`}. If you buy One-off again, you can edit its book for another ${limits.oneOffDays} days and create one more.`;
