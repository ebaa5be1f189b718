import type { ErrorCode } from '@inkbear/contracts/error-codes';
import { billingCreditsAwarded } from '@inkbear/contracts/events';
import { type ClientSession, type Connection, inTransaction } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { KeyedQueue } from '../concurrency/keyed-queue.ts';
import type { PromoCodeUse } from './promo-code-use.repository.ts';
import type { PromoCodeRepository } from './promo-code.repository.ts';
import { discountOf, refusalOf, type StoredPromoCode } from './promo-code.ts';
import { releaseReservations, type ReleaseDeps } from './release-reservations.ts';

export interface UseDeps extends ReleaseDeps {
  readonly connection: Connection;
  readonly promoCodes: PromoCodeRepository;
  readonly queue: KeyedQueue;
}
interface PromoCodeOrder {
  readonly code: string;
  readonly userId: string;
  /** List price in minor units. */
  readonly price: number;
}
interface Discounted {
  readonly discount: number;
  readonly total: number;
}
interface UserCode {
  readonly code: string;
  readonly userId: string;
}

const reservationMs = 30 * 60_000;
const wrongKindMessages = {
  credits: 'This promo code gives book credits. Please redeem it on your account.',
  percentage: 'This promo code gives a discount. Please enter it when you pay.',
  fixed: 'This promo code gives a discount. Please enter it when you pay.',
};
/** Uses of one code are queued within this process, because their transactions change the same counter. */
const queueKey = (code: string): string => `promo-code:${code}`;

/**
 * Returns the discount for this user, who may already have a reservation of the code. Reserves nothing. Throws a
 * `billing.promo_…` problem when the code cannot be used.
 */
export async function checkPromoCode(deps: UseDeps, { code, userId, price }: PromoCodeOrder): Promise<Discounted> {
  const { promoCodes, promoCodeUses, clock } = deps;
  const promo = await promoCodes.getByCode(code);
  requireKind(promo, ['percentage', 'fixed']);
  const use = await promoCodeUses.find(code, userId);
  if (use?.state === 'settled') throw new ProblemError('billing.promo_already_used');
  if (!isReserved(use, clock.now())) await requireUsable(deps, promo);
  const discount = discountOf(promo, price);
  return { discount, total: price - discount };
}

/**
 * Reserves one use for 30 minutes. An existing reservation is extended while the code can still be used. Throws like
 * `checkPromoCode`.
 */
export async function reservePromoCode(deps: UseDeps, order: PromoCodeOrder): Promise<Discounted> {
  const { connection, queue } = deps;
  const discounted = await checkPromoCode(deps, order);
  // Without the outbox: no event is published, and a request that fails later must be retryable with the same
  // idempotency key.
  await queue.run(queueKey(order.code), () =>
    inTransaction(connection, (session) => reserveOrExtend(deps, order, session)),
  );
  return discounted;
}

/** Awards the credits of a code, once per user. Throws a `billing.promo_…` problem when the code cannot be used. */
export async function redeemPromoCode(deps: UseDeps, { code, userId }: UserCode): Promise<number> {
  const { outbox, promoCodes, promoCodeUses, clock, queue } = deps;
  const promo = await promoCodes.getByCode(code);
  requireKind(promo, ['credits']);
  if ((await promoCodeUses.find(code, userId)) !== null) throw new ProblemError('billing.promo_already_used');
  await requireUsable(deps, promo);
  await queue.run(queueKey(code), () =>
    outbox.run(async ({ session, emit }) => {
      await countUse(deps, { code, userId }, session);
      await promoCodeUses.redeem(code, userId, clock.now(), session);
      const awardKey = `promo:${code}:${userId}`;
      await emit(billingCreditsAwarded, awardKey, { userId, awardKey, credits: promo.discountValue });
    }),
  );
  return promo.discountValue;
}

/** Reserves a use, or extends its reservation. A reservation is not extended when its code cannot be used any more. */
async function reserveOrExtend(deps: UseDeps, { code, userId }: UserCode, session: ClientSession): Promise<void> {
  const { promoCodes, promoCodeUses, clock } = deps;
  const now = clock.now();
  const use = await promoCodeUses.find(code, userId, session);
  if (isReserved(use, now) && refusalOf(await promoCodes.getByCode(code, session), now)) return;
  await countUse(deps, { code, userId }, session);
  await promoCodeUses.reserve(code, userId, new Date(now.getTime() + reservationMs), session);
}

/** Counts a use, unless this user's reservation is already counted. */
async function countUse(deps: UseDeps, { code, userId }: UserCode, session: ClientSession): Promise<void> {
  const { promoCodes, promoCodeUses, clock } = deps;
  const use = await promoCodeUses.find(code, userId, session);
  if (use?.state === 'settled') throw new ProblemError('billing.promo_already_used');
  const promo = await promoCodes.getByCode(code, session);
  throwIfRefused(refusalOf(promo, clock.now()));
  if (use) return;
  if (!(await promoCodes.incrementTaken(promo, session))) throw new ProblemError('billing.promo_used_up');
  // Placeholder; the caller sets the expiry or redeems the use.
  await promoCodeUses.reserve(code, userId, clock.now(), session);
}

async function requireUsable(deps: UseDeps, promo: StoredPromoCode): Promise<void> {
  throwIfRefused(refusalOf(promo, deps.clock.now()));
  if (await isUsedUp(deps, promo)) throw new ProblemError('billing.promo_used_up');
}

async function isUsedUp(deps: UseDeps, { code, maxUses, taken }: StoredPromoCode): Promise<boolean> {
  if (maxUses === null || taken < maxUses) return false;
  await releaseReservations(deps, code);
  return (await deps.promoCodes.getByCode(code)).taken >= maxUses;
}

/** False for an expired reservation, even before it is released. */
const isReserved = (use: PromoCodeUse | null, now: Date): boolean =>
  use?.state === 'reserved' && use.reservedUntil !== null && use.reservedUntil > now;

function requireKind({ discountType }: StoredPromoCode, kinds: readonly string[]): void {
  if (!kinds.includes(discountType))
    throw new ProblemError('billing.promo_wrong_kind', { message: wrongKindMessages[discountType] });
}

function throwIfRefused(code: ErrorCode | null): void {
  if (code) throw new ProblemError(code);
}
