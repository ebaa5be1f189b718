import {
  aiUsageReset,
  creditBalanceChanged,
  entitlementChanged,
  userRegistered,
  userRemoved,
} from '@inkbear/contracts/events';
import { projector, type Projector } from './projector.ts';

const blank = { email: '', firstName: '', lastName: '' };

/** Who is here, under which plan, with how many credits. `at` is the system's time, where an event brings no business time. */
export const accountProjectors: readonly Projector[] = [
  projector(userRegistered, async ({ data: { userId, email, firstName, lastName, createdAt } }, { keep, isErased }) => {
    const names = (await isErased(userId)) ? blank : { email, firstName, lastName };
    await keep('users', userId, 'registered', { ...names, createdAt: new Date(createdAt) });
    return [userId];
  }),

  projector(userRemoved, async ({ data: { userId, stage }, time }, { keepStage }) => {
    await keepStage('users', userId, 'removed', { stage, at: new Date(time), isGone: stage !== 'restored' });
    return [userId];
  }),

  projector(entitlementChanged, async ({ data, seq, time }, { keep }) => {
    const { userId, plan, isActive, planEndDate } = data;
    await keep('users', userId, 'entitlement', data);
    await keep('plan_changes', `${userId}:${seq}`, 'told', {
      userId,
      order: seq,
      at: new Date(time),
      isPro: isActive && plan !== 'free',
      endsAt: planEndDate === null ? null : new Date(planEndDate),
    });
    return [userId];
  }),

  projector(creditBalanceChanged, async ({ data: { userId, balance } }, { keep }) => {
    await keep('users', userId, 'credits', { balance });
    return [userId];
  }),

  projector(aiUsageReset, async ({ data: { userId, at } }, { keep }) => {
    await keep('users', userId, 'aiReset', { at: new Date(at) });
    return [userId];
  }),
];
