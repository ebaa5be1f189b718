import {
  aiUsageReset,
  creditBalanceChanged,
  entitlementChanged,
  userChanged,
  userRegistered,
  userRemoved,
} from '@inkbear/contracts/events';
import { projector, type Projector } from './projector.ts';

const blank = { email: '', firstName: '', lastName: '' };

/** Users, their plans and credits. `at` is system time where an event has no business time. */
export const accountProjectors: readonly Projector[] = [
  projector(
    userRegistered,
    async ({ data: { userId, email, firstName, lastName, createdAt } }, { upsertPart, isErased }) => {
      const names = (await isErased(userId)) ? blank : { email, firstName, lastName };
      await upsertPart('users', userId, 'registered', { ...names, createdAt: new Date(createdAt) });
      return [userId];
    },
  ),

  projector(userChanged, async ({ data: { userId, email, firstName, lastName } }, { upsertPart, isErased }) => {
    const names = (await isErased(userId)) ? blank : { email, firstName, lastName };
    await upsertPart('users', userId, 'changed', names);
    return [userId];
  }),

  projector(userRemoved, async ({ data: { userId, stage }, time }, { upsertState }) => {
    await upsertState('users', userId, 'removed', { stage, at: new Date(time), isGone: stage !== 'restored' });
    return [userId];
  }),

  projector(entitlementChanged, async ({ data, seq, time }, { upsertData, upsertPart }) => {
    const { userId, plan, isActive, planEndDate } = data;
    await upsertPart('users', userId, 'entitlement', data);
    await upsertData('plan_changes', `${userId}:${seq}`, {
      userId,
      order: seq,
      at: new Date(time),
      isPro: isActive && plan !== 'free',
      endsAt: planEndDate === null ? null : new Date(planEndDate),
    });
    return [userId];
  }),

  projector(creditBalanceChanged, async ({ data: { userId, balance } }, { upsertPart }) => {
    await upsertPart('users', userId, 'credits', { balance });
    return [userId];
  }),

  projector(aiUsageReset, async ({ data: { userId, at } }, { upsertPart }) => {
    await upsertPart('users', userId, 'aiReset', { at: new Date(at) });
    return [userId];
  }),
];
