import { currency, plans } from '@inkbear/contracts/plans';
import type { NewId } from '@inkbear/service-kit/ids';
import { ProblemError } from '@inkbear/service-kit/problem';
import { withoutIdempotencyKey } from '@inkbear/service-kit/request-context';
import { hasPlan } from '../plan-accounts/plan-account.ts';
import { reservePromoCode, type UseDeps } from '../promo-codes/use-promo-code.ts';
import type { ProviderKind, StartedPayment } from '../provider/payment-provider.ts';
import { syncProviderObject } from '../provider/sync-provider-object.ts';
import { orderOf, type Purchase } from './purchase.ts';

export interface PurchaseDeps extends UseDeps {
  readonly newId: NewId;
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
  const isProviderError =
    error instanceof ProblemError &&
    (error.code === 'billing.provider_failed' || error.code === 'billing.provider_refused');
  if (!isProviderError) throw error;
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
/** Attempts per request. Another process may open, pay or cancel the same purchase between any two steps. */
const maxAttempts = 5;
const inProgress = () =>
  new ProblemError('request.in_progress', {
    message: 'Another of your payments is still being processed. Please wait a moment.',
    retryAfterSeconds: 2,
  });

/**
 * Starts the payment of a plan, or returns the payment that the user has already started. However often this is called,
 * only one payment can be made.
 *
 * Runs without the idempotency key: a retry finds the open purchase, and must be possible after the provider failed.
 * Throws 409 when the user has the plan already, and a `billing.promo_…` problem when the promo code cannot be used.
 */
export async function startPurchase(deps: PurchaseDeps, request: PurchaseRequest): Promise<StartedPurchase> {
  return await withoutIdempotencyKey(() =>
    deps.queue.run(`purchase:${request.userId}`, async () => {
      for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
        const started = await attemptPurchase(deps, request).catch(rethrowAsNotCharged);
        if (started) return started;
      }
      throw inProgress();
    }),
  );
}

/** Null when the state has changed in the meantime, so that another attempt is needed. */
async function attemptPurchase(deps: PurchaseDeps, request: PurchaseRequest): Promise<StartedPurchase | null> {
  const { accounts, purchases, clock, newId } = deps;
  const { userId, kind, promoCode } = request;
  const plan = planOf[kind];
  if (hasPlan(await accounts.get(userId), plan, clock.now())) throw new ProblemError('billing.already_active');
  const { price } = plans[plan];
  const total = promoCode === null ? price : (await reservePromoCode(deps, { code: promoCode, userId, price })).total;
  const sameCode = promoCode === null ? null : await purchases.findOpenByPromoCode(userId, promoCode);
  if (sameCode && sameCode.kind !== kind) return await cancelUnpaidPurchase(deps, sameCode);
  const open = await purchases.findOpen(userId, kind);
  if (open)
    return open.promoCode === promoCode && open.price === price
      ? await resumePurchase(deps, open)
      : await cancelUnpaidPurchase(deps, open);
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
  return (await purchases.open(purchase)) ? await startAtProvider(deps, purchase) : null;
}

async function startAtProvider(deps: PurchaseDeps, purchase: Purchase): Promise<StartedPurchase | null> {
  const { provider, purchases, providerObjects } = deps;
  const started = await provider.start(orderOf(purchase));
  await providerObjects.watch(started.id, purchase.userId);
  return (await purchases.setObject(purchase._id, started.id))
    ? { ...started, total: purchase.total, discount: purchase.price - purchase.total }
    : null;
}

/** Returns an open purchase while it can still be paid. Otherwise applies its current state and returns null. */
async function resumePurchase(deps: PurchaseDeps, purchase: Purchase): Promise<StartedPurchase | null> {
  const { objectId, total, price } = purchase;
  if (objectId === null) return await startAtProvider(deps, purchase);
  const clientSecret = await deps.provider.resume(objectId);
  if (clientSecret) return { id: objectId, clientSecret, total, discount: price - total };
  await syncProviderObject(deps, objectId);
  return null;
}

/** Cancels an unpaid purchase whose price, promo code or kind differs. Another attempt must follow. */
async function cancelUnpaidPurchase(deps: PurchaseDeps, { _id, objectId }: Purchase): Promise<null> {
  if (objectId === null) {
    await deps.purchases.closeWithoutProviderObject(_id);
    return null;
  }
  await deps.provider.cancelUnpaid(objectId);
  await syncProviderObject(deps, objectId);
  return null;
}
