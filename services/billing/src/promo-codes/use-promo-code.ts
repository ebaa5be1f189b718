import type { ErrorCode } from '@inkbear/contracts/error-codes';
import { promoCreditsAwarded } from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import { type ClientSession, type Connection, inTransaction } from '@inkbear/service-kit/mongo';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { KeyedQueue } from '../concurrency/keyed-queue.ts';
import type { PromoCodeUse, PromoCodeUseRepository } from './promo-code-use.repository.ts';
import type { PromoCodeRepository } from './promo-code.repository.ts';
import { discountOf, refusalOf, type StoredPromoCode } from './promo-code.ts';

interface Deps {
  connection: Connection;
  outbox: Outbox;
  clock: Clock;
  promoCodes: PromoCodeRepository;
  promoCodeUses: PromoCodeUseRepository;
  queue: KeyedQueue;
  /** Releases the expired reservations of one code. */
  releaseExpired: (code: string) => Promise<void>;
}
interface PromoCodeOrder {
  code: string;
  userId: string;
  /** List price in minor units. */
  price: number;
}
interface Discounted {
  discount: number;
  total: number;
}

const reservationMs = 30 * 60_000;
const wrongKindMessages = {
  credits: 'This promo code gives book credits. Please redeem it on your account.',
  percentage: 'This promo code gives a discount. Please enter it when you pay.',
  fixed: 'This promo code gives a discount. Please enter it when you pay.',
};

/**
 * Checks, reserves and redeems promo codes for users. Throws a `billing.promo_…` problem when a code cannot be used.
 */
export class UsePromoCode {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns the discount for this user, who may already have a reservation of the code. Reserves nothing. */
  async check({ code, userId, price }: PromoCodeOrder): Promise<Discounted> {
    const { promoCodes, promoCodeUses, clock } = this.#deps;
    const promo = await promoCodes.getByCode(code);
    requireKind(promo, ['percentage', 'fixed']);
    const use = await promoCodeUses.find(code, userId);
    if (use?.state === 'settled') throw new ProblemError('billing.promo_already_used');
    if (!isReserved(use, clock.now())) await this.#requireUsable(promo);
    const discount = discountOf(promo, price);
    return { discount, total: price - discount };
  }

  /** Reserves one use for 30 minutes. An existing reservation is extended while the code can still be used. */
  async reserve(order: PromoCodeOrder): Promise<Discounted> {
    const { connection, queue } = this.#deps;
    const { code, userId } = order;
    const discounted = await this.check(order);
    // Without the outbox: no event is published, and a request that fails later must be repeatable with its key.
    await queue.run(code, () => inTransaction(connection, (session) => this.#reserve(code, userId, session)));
    return discounted;
  }

  /** Awards the credits of a code, once per user. */
  async redeem(code: string, userId: string): Promise<number> {
    const { outbox, promoCodes, promoCodeUses, clock, queue } = this.#deps;
    const promo = await promoCodes.getByCode(code);
    requireKind(promo, ['credits']);
    if ((await promoCodeUses.find(code, userId)) !== null) throw new ProblemError('billing.promo_already_used');
    await this.#requireUsable(promo);
    await queue.run(code, () =>
      outbox.run(async ({ session, emit }) => {
        await this.#countUse(code, userId, session);
        await promoCodeUses.redeem(code, userId, clock.now(), session);
        const awardKey = `promo:${code}:${userId}`;
        await emit(promoCreditsAwarded, awardKey, { userId, awardKey, credits: promo.discountValue });
      }),
    );
    return promo.discountValue;
  }

  /**
   * Reserves a use, or extends its reservation. When the code cannot be used any more, the reservation only runs out.
   */
  async #reserve(code: string, userId: string, session: ClientSession): Promise<void> {
    const { promoCodes, promoCodeUses, clock } = this.#deps;
    const now = clock.now();
    const use = await promoCodeUses.find(code, userId, session);
    if (isReserved(use, now) && refusalOf(await promoCodes.getByCode(code, session), now)) return;
    await this.#countUse(code, userId, session);
    await promoCodeUses.reserve(code, userId, new Date(now.getTime() + reservationMs), session);
  }

  /** Counts a use, unless this user's reservation is already counted. */
  async #countUse(code: string, userId: string, session: ClientSession): Promise<void> {
    const { promoCodes, promoCodeUses, clock } = this.#deps;
    const use = await promoCodeUses.find(code, userId, session);
    if (use?.state === 'settled') throw new ProblemError('billing.promo_already_used');
    const promo = await promoCodes.getByCode(code, session);
    throwIfRefused(refusalOf(promo, clock.now()));
    if (use) return;
    if (!(await promoCodes.reserveUse(promo, session))) throw new ProblemError('billing.promo_used_up');
    await promoCodeUses.reserve(code, userId, clock.now(), session);
  }

  async #requireUsable(promo: StoredPromoCode): Promise<void> {
    throwIfRefused(refusalOf(promo, this.#deps.clock.now()));
    if (await this.#isUsedUp(promo)) throw new ProblemError('billing.promo_used_up');
  }

  async #isUsedUp({ code, maxUses, taken }: StoredPromoCode): Promise<boolean> {
    if (maxUses === null || taken < maxUses) return false;
    await this.#deps.releaseExpired(code);
    return (await this.#deps.promoCodes.getByCode(code)).taken >= maxUses;
  }
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
