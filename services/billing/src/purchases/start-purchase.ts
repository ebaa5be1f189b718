import { currency, plans } from '@inkbear/contracts/plans';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import { ProblemError } from '@inkbear/service-kit/problem';
import { withoutIdempotencyKey } from '@inkbear/service-kit/request-context';
import type { KeyedQueue } from '../concurrency/keyed-queue.ts';
import type { PlanAccountRepository } from '../plan-accounts/plan-account.repository.ts';
import { hasPlan } from '../plan-accounts/plan-account.ts';
import type { UsePromoCode } from '../promo-codes/use-promo-code.ts';
import type { StartedPayment, PaymentProvider, ProviderKind } from '../provider/payment-provider.ts';
import type { ProviderObjectSync } from '../provider/provider-object-sync.ts';
import type { TrackedObjectRepository } from '../provider/tracked-object.repository.ts';
import type { PurchaseRepository } from './purchase.repository.ts';
import { orderOf, type Purchase } from './purchase.ts';

interface Deps {
  accountRepository: PlanAccountRepository;
  purchases: PurchaseRepository;
  usePromoCode: UsePromoCode;
  provider: PaymentProvider;
  objectSync: ProviderObjectSync;
  trackedObjects: TrackedObjectRepository;
  queue: KeyedQueue;
  clock: Clock;
  newId: NewId;
}
interface PurchaseRequest {
  userId: string;
  kind: ProviderKind;
  promoCode: string | null;
}

/**
 * Rethrows a failure of the payment provider with a message that tells the user they were not charged. Other errors
 * pass unchanged.
 */
function rethrowAsNotCharged(error: unknown): never {
  const isProvider =
    error instanceof ProblemError &&
    (error.code === 'billing.provider_failed' || error.code === 'billing.provider_refused');
  if (!isProvider) throw error;
  const reason = error.code === 'billing.provider_failed' ? 'did not answer' : 'refused the payment';
  throw new ProblemError(error.code, {
    message: `The payment provider ${reason}. You were not charged.`,
    cause: error.cause,
  });
}

export interface StartedPurchase extends StartedPayment {
  total: number;
  discount: number;
}

const planOf = { subscription: 'pro_monthly', payment: 'pro_oneoff' } as const;
/** Attempts per request. Another process may open, pay or abandon the same purchase between any two steps. */
const maxAttempts = 5;
const inProgress = () =>
  new ProblemError('request.in_progress', {
    message: 'Another of your payments is still being processed. Please wait a moment.',
    retryAfterSeconds: 2,
  });

/**
 * Starts the payment of a plan, or returns the payment that the user has already started. However often this is called,
 * only one payment can be made.
 */
export class StartPurchase {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Runs without the idempotency key: a retry finds the open purchase, and must be possible after the provider failed.
   * Throws 409 when the user has the plan already, and a `billing.promo_…` problem when the promo code cannot be used.
   */
  async start(request: PurchaseRequest): Promise<StartedPurchase> {
    return await withoutIdempotencyKey(() =>
      this.#deps.queue.run(request.userId, async () => {
        for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
          const started = await this.#attempt(request).catch(rethrowAsNotCharged);
          if (started) return started;
        }
        throw inProgress();
      }),
    );
  }

  /** Null when the state has changed in the meantime, so that another attempt is needed. */
  async #attempt({ userId, kind, promoCode }: PurchaseRequest): Promise<StartedPurchase | null> {
    const { accountRepository, purchases, usePromoCode, clock, newId } = this.#deps;
    const plan = planOf[kind];
    if (hasPlan(await accountRepository.get(userId), plan, clock.now()))
      throw new ProblemError('billing.already_active');
    const { price } = plans[plan];
    const total = promoCode === null ? price : (await usePromoCode.reserve({ code: promoCode, userId, price })).total;
    const sameCode = promoCode === null ? null : await purchases.findOpenByPromoCode(userId, promoCode);
    if (sameCode && sameCode.kind !== kind) return await this.#abandon(sameCode);
    const open = await purchases.findOpen(userId, kind);
    if (open)
      return open.promoCode === promoCode && open.price === price
        ? await this.#resume(open)
        : await this.#abandon(open);
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
    return (await purchases.open(purchase)) ? await this.#startAtProvider(purchase) : null;
  }

  async #startAtProvider(purchase: Purchase): Promise<StartedPurchase | null> {
    const { provider, purchases, trackedObjects } = this.#deps;
    const started = await provider.start(orderOf(purchase));
    await trackedObjects.watch(started.id, purchase.userId);
    return (await purchases.setObject(purchase._id, started.id))
      ? { ...started, total: purchase.total, discount: purchase.price - purchase.total }
      : null;
  }

  /** Returns an open purchase while it can still be paid. Otherwise applies its current state and returns null. */
  async #resume(purchase: Purchase): Promise<StartedPurchase | null> {
    const { provider, objectSync } = this.#deps;
    const { objectId, total, price } = purchase;
    if (objectId === null) return await this.#startAtProvider(purchase);
    const clientSecret = await provider.resume(objectId);
    if (clientSecret) return { id: objectId, clientSecret, total, discount: price - total };
    await objectSync.refetch(objectId);
    return null;
  }

  /** Makes a purchase unpayable whose price, promo code or kind differs. Another attempt must follow. */
  async #abandon({ _id, objectId }: Purchase): Promise<null> {
    const { provider, purchases, objectSync } = this.#deps;
    if (objectId === null) {
      await purchases.closeUnanswered(_id);
      return null;
    }
    await provider.abandon(objectId);
    await objectSync.refetch(objectId);
    return null;
  }
}
