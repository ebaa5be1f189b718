import { randomUUID } from 'node:crypto';
import { type PlanName, plans } from '@inkbear/contracts/plans';
import type { Author } from './author.ts';

const good = '4242424242424242';
const openedWithinMs = 20_000;

/** Has an author pay for a plan with a test card; answers the subscription or the payment once the plan is open. */
export async function sell(author: Author, plan: Exclude<PlanName, 'free'>): Promise<string> {
  const [route, body] =
    plan === 'pro_monthly'
      ? (['/api/create-subscription', {}] as const)
      : (['/api/create-payment-intent', { amount: plans.pro_oneoff.price }] as const);
  const begun = await author.call('POST', route, body, { 'idempotency-key': randomUUID() });
  const paid = await author.call('POST', '/api/billing/sandbox/confirm', {
    clientSecret: begun.body['clientSecret'],
    cardNumber: good,
  });
  if (paid.body['status'] !== 'succeeded')
    throw new Error(`The payment ended as ${JSON.stringify([begun.body, paid.body])}.`);
  await waitUntilOpen(author, plan);
  return String(begun.body['subscriptionId'] ?? begun.body['paymentId']);
}

async function waitUntilOpen(author: Author, plan: PlanName): Promise<void> {
  const end = Date.now() + openedWithinMs;
  for (;;) {
    const { body } = await author.call('GET', '/api/user/plan-status');
    if (body['plan'] === plan && body['isActive'] === true) return;
    if (Date.now() > end) throw new Error(`The plan was paid for and is still ${String(body['plan'])}.`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}
