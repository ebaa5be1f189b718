import { currency, plans } from '@inkbear/contracts/plans';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import { ProblemError } from '@inkbear/service-kit/problem';
import { withoutIdempotencyKey } from '@inkbear/service-kit/request-context';
import type { KeyedQueue } from '../keyed-queue.ts';
import type { PlanAccountRepository } from '../plan-accounts/plan-account.repository.ts';
import { holdsPlan } from '../plan-accounts/plan-account.ts';
import type { UsePromoCode } from '../promo-codes/use-promo-code.ts';
import type { Begun, PaymentProvider, ProviderKind } from '../provider/payment-provider.ts';
import type { ObjectSync } from '../provider/sync-object.ts';
import type { TrackedObjects } from '../provider/tracked-objects.ts';
import type { Purchases } from './purchase.repository.ts';
import { orderOf, type Purchase } from './purchase.ts';

interface Deps {
  accountRows: PlanAccountRepository;
  purchases: Purchases;
  promoCodes: UsePromoCode;
  provider: PaymentProvider;
  objects: ObjectSync;
  tracked: TrackedObjects;
  queue: KeyedQueue;
  clock: Clock;
  newId: NewId;
}
/** Rethrows a failure of the payment provider with a message that tells the user they were not charged; other errors pass unchanged. */
function rethrowAsNotCharged(error: unknown): never {
  const isProvider =
    error instanceof ProblemError &&
    (error.code === 'billing.provider_failed' || error.code === 'billing.provider_refused');
  if (!isProvider) throw error;
  const what = error.code === 'billing.provider_failed' ? 'did not answer' : 'refused the payment';
  throw new ProblemError(error.code, {
    message: `The payment provider ${what}. You were not charged.`,
    cause: error.cause,
  });
}

export interface BegunPurchase extends Begun {
  total: number;
  discount: number;
}

const planOf = { subscription: 'pro_monthly', payment: 'pro_oneoff' } as const;
/** Another process may open, pay or abandon the same purchase between any two steps. */
const mostTries = 5;
const stillWorking = () =>
  new ProblemError('request.in_progress', {
    message: 'A payment of yours is still being worked on. Please wait a moment.',
    retryAfterSeconds: 2,
  });

/** Begins to pay a plan, or answers what this user has begun already: however often it is called, one thing can be paid. */
export class BeginPurchase {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** All of it may be done again by a repeat, which finds the open purchase: so a provider that fails on the way leaves the request's key free. */
  async begin(userId: string, kind: ProviderKind, promoCode: string | null): Promise<BegunPurchase> {
    return await withoutIdempotencyKey(() =>
      this.#deps.queue.run(userId, async () => {
        for (let tries = 0; tries < mostTries; tries += 1) {
          const begun = await this.#try(userId, kind, promoCode).catch(rethrowAsNotCharged);
          if (begun) return begun;
        }
        throw stillWorking();
      }),
    );
  }

  /** Null when something has changed, so that another try is worth it. */
  async #try(userId: string, kind: ProviderKind, promoCode: string | null): Promise<BegunPurchase | null> {
    const { accountRows, purchases, promoCodes, clock, newId } = this.#deps;
    const plan = planOf[kind];
    if (holdsPlan(await accountRows.get(userId), plan, clock.now())) throw new ProblemError('billing.already_active');
    const { price } = plans[plan];
    const total = promoCode === null ? price : (await promoCodes.reserve(promoCode, userId, price)).total;
    const other = promoCode === null ? null : await purchases.findOpenWith(userId, promoCode);
    if (other && other.kind !== kind) return await this.#giveUp(other);
    const open = await purchases.findOpen(userId, kind);
    if (open)
      return open.promoCode === promoCode && open.price === price ? await this.#goOn(open) : await this.#giveUp(open);
    const purchase: Purchase = {
      _id: newId(),
      userId,
      kind,
      objectId: null,
      promoCode,
      price,
      total,
      currency,
      beganAt: clock.now(),
    };
    return (await purchases.open(purchase)) ? await this.#askProvider(purchase) : null;
  }

  async #askProvider(purchase: Purchase): Promise<BegunPurchase | null> {
    const { provider, purchases, tracked } = this.#deps;
    const begun = await provider.begin(orderOf(purchase));
    await tracked.watch(begun.id, purchase.userId);
    return (await purchases.setObject(purchase._id, begun.id))
      ? { ...begun, total: purchase.total, discount: purchase.price - purchase.total }
      : null;
  }

  /** The same purchase once more, while it can be paid. When it cannot, what has become of it is taken in first. */
  async #goOn(purchase: Purchase): Promise<BegunPurchase | null> {
    const { provider, objects } = this.#deps;
    const { objectId, total, price } = purchase;
    if (objectId === null) return await this.#askProvider(purchase);
    const clientSecret = await provider.resume(objectId);
    if (clientSecret) return { id: objectId, clientSecret, total, discount: price - total };
    await objects.sync(objectId);
    return null;
  }

  /** Another price is to be paid: the old one must not be payable any more. */
  async #giveUp({ _id, objectId }: Purchase): Promise<null> {
    const { provider, purchases, objects } = this.#deps;
    if (objectId === null) {
      await purchases.closeUnanswered(_id);
      return null;
    }
    await provider.abandon(objectId);
    await objects.sync(objectId);
    return null;
  }
}
