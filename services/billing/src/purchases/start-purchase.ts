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
/** Attempts per request: another process may open, pay or abandon the same purchase between any two steps. */
const maxAttempts = 5;
const inProgress = () =>
  new ProblemError('request.in_progress', {
    message: 'Another payment of yours is still being processed. Please wait a moment.',
    retryAfterSeconds: 2,
  });

/**
 * Starts the payment of a plan, or returns the payment that the user has started already. However often it is called,
 * only one can be paid.
 */
export class StartPurchase {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Runs without the idempotency key: a retry finds the open purchase, and must be possible after a failure of the
   * provider.
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

  /** Null when another attempt is needed because the state has changed meanwhile. */
  async #attempt({ userId, kind, promoCode }: PurchaseRequest): Promise<StartedPurchase | null> {
    const { accountRepository, purchases, usePromoCode, clock, newId } = this.#deps;
    const plan = planOf[kind];
    if (hasPlan(await accountRepository.get(userId), plan, clock.now()))
      throw new ProblemError('billing.already_active');
    const { price } = plans[plan];
    const total = promoCode === null ? price : (await usePromoCode.reserve({ code: promoCode, userId, price })).total;
    const other = promoCode === null ? null : await purchases.findOpenByPromoCode(userId, promoCode);
    if (other && other.kind !== kind) return await this.#abandon(other);
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

  /**
   * Returns the same purchase while it can still be paid. Otherwise its current state is applied, and another attempt
   * follows.
   */
  async #resume(purchase: Purchase): Promise<StartedPurchase | null> {
    const { provider, objectSync } = this.#deps;
    const { objectId, total, price } = purchase;
    if (objectId === null) return await this.#startAtProvider(purchase);
    const clientSecret = await provider.resume(objectId);
    if (clientSecret) return { id: objectId, clientSecret, total, discount: price - total };
    await objectSync.refetch(objectId);
    return null;
  }

  /** Makes a purchase with another price or kind unpayable. */
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
