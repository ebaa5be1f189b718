import type { ErrorCode } from '@inkbear/contracts/error-codes';
import { promoCreditsAwarded } from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import { type ClientSession, type Connection, inTransaction } from '@inkbear/service-kit/mongo';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { KeyedQueue } from '../keyed-queue.ts';
import type { PromoCodeUse, PromoCodeUses } from './promo-code-uses.ts';
import type { PromoCodeRepository } from './promo-code.repository.ts';
import { discountOf, refusalOf, type StoredPromoCode } from './promo-code.ts';

interface Deps {
  connection: Connection;
  outbox: Outbox;
  clock: Clock;
  codes: PromoCodeRepository;
  uses: PromoCodeUses;
  queue: KeyedQueue;
  /** Gives back what nobody holds any more of one code. */
  releaseExpired: (code: string) => Promise<void>;
}

const reservedMs = 30 * 60_000;
const wrongKind = {
  credits: 'This promo code gives book credits. Please redeem it on your account.',
  percentage: 'This promo code lowers a payment. Please enter it when you pay.',
  fixed: 'This promo code lowers a payment. Please enter it when you pay.',
};

export class UsePromoCode {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** What a code takes off a price for this user, who may hold a reservation of it; reserves nothing. */
  async check(code: string, userId: string, price: number): Promise<{ discount: number; total: number }> {
    const { codes, uses, clock } = this.#deps;
    const promo = await codes.getByCode(code);
    requireKind(promo, ['percentage', 'fixed']);
    const use = await uses.find(code, userId);
    if (use?.state === 'settled') throw new ProblemError('billing.promo_already_used');
    if (!isHeld(use, clock.now())) {
      refuse(refusalOf(promo, clock.now()));
      if (await this.#usedUp(promo)) throw new ProblemError('billing.promo_used_up');
    }
    return totalOf(promo, price);
  }

  /** Holds one use for 30 minutes, or the one already held for longer while the code can still be used. */
  async reserve(code: string, userId: string, price: number): Promise<{ discount: number; total: number }> {
    const { connection, queue } = this.#deps;
    const { discount, total } = await this.check(code, userId, price);
    // Not through the outbox: there is nothing to tell, and a request that fails after it may be repeated.
    await queue.run(code, () =>
      inTransaction(connection, async (session) => {
        await this.#hold(code, userId, session);
      }),
    );
    return { discount, total };
  }

  /** Gives the credits of a code, once for each user. */
  async redeem(code: string, userId: string): Promise<number> {
    const { outbox, codes, uses, clock, queue } = this.#deps;
    const promo = await codes.getByCode(code);
    requireKind(promo, ['credits']);
    if ((await uses.find(code, userId)) !== null) throw new ProblemError('billing.promo_already_used');
    refuse(refusalOf(promo, clock.now()));
    if (await this.#usedUp(promo)) throw new ProblemError('billing.promo_used_up');
    await queue.run(code, () =>
      outbox.run(async ({ session, emit }) => {
        await this.#take(code, userId, session);
        await uses.settle(code, userId, session, clock.now());
        const awardKey = `promo:${code}:${userId}`;
        await emit(promoCreditsAwarded, awardKey, { userId, awardKey, credits: promo.discountValue });
      }),
    );
    return promo.discountValue;
  }

  /** A reservation that still holds is honoured, but made no longer, once the code is switched off or over. */
  async #hold(code: string, userId: string, session: ClientSession): Promise<void> {
    const { codes, uses, clock } = this.#deps;
    const now = clock.now();
    const use = await uses.find(code, userId, session);
    if (isHeld(use, now) && refusalOf(await codes.getByCode(code, session), now)) return;
    await this.#take(code, userId, session);
    await uses.reserve(code, userId, new Date(now.getTime() + reservedMs), session);
  }

  /** Counts a use, unless this user's reservation has counted it already. */
  async #take(code: string, userId: string, session: ClientSession): Promise<void> {
    const { codes, uses, clock } = this.#deps;
    const reserved = await uses.find(code, userId, session);
    if (reserved?.state === 'settled') throw new ProblemError('billing.promo_already_used');
    const promo = await codes.getByCode(code, session);
    refuse(refusalOf(promo, clock.now()));
    if (reserved) return;
    if (!(await codes.take(promo, session))) throw new ProblemError('billing.promo_used_up');
    await uses.reserve(code, userId, clock.now(), session);
  }

  async #usedUp({ code, maxUses, taken }: StoredPromoCode): Promise<boolean> {
    if (maxUses === null || taken < maxUses) return false;
    await this.#deps.releaseExpired(code);
    return (await this.#deps.codes.getByCode(code)).taken >= maxUses;
  }
}

/** What ran out holds nothing, also before it is given back. */
const isHeld = (use: PromoCodeUse | null, now: Date): boolean =>
  use?.state === 'reserved' && use.reservedUntil !== null && use.reservedUntil > now;

const totalOf = (promo: StoredPromoCode, price: number): { discount: number; total: number } => {
  const discount = discountOf(promo, price);
  return { discount, total: price - discount };
};

function requireKind({ discountType }: StoredPromoCode, kinds: readonly string[]): void {
  if (!kinds.includes(discountType))
    throw new ProblemError('billing.promo_wrong_kind', { message: wrongKind[discountType] });
}

function refuse(code: ErrorCode | null): void {
  if (code) throw new ProblemError(code);
}
