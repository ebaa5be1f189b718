import { randomUUID } from 'node:crypto';
import { type PlanName, plans } from '@inkbear/contracts/plans';
import type { Author } from './author.ts';

const testCardNumber = '4242424242424242';
const activationDeadlineMs = 20_000;

/** Buys a plan with a test card; resolves with the id of the subscription or payment once the plan is active. */
export async function buyPlan(author: Author, plan: Exclude<PlanName, 'free'>): Promise<string> {
  const [route, body] =
    plan === 'pro_monthly'
      ? (['/api/create-subscription', {}] as const)
      : (['/api/create-payment-intent', { amount: plans.pro_oneoff.price }] as const);
  const checkout = await author.call('POST', route, body, { 'idempotency-key': randomUUID() });
  const confirmation = await author.call('POST', '/api/billing/sandbox/confirm', {
    clientSecret: checkout.body['clientSecret'],
    cardNumber: testCardNumber,
  });
  if (confirmation.body['status'] !== 'succeeded')
    throw new Error(`The payment ended as ${JSON.stringify([checkout.body, confirmation.body])}.`);
  await waitUntilActive(author, plan);
  return String(checkout.body['subscriptionId'] ?? checkout.body['paymentId']);
}

async function waitUntilActive(author: Author, plan: PlanName): Promise<void> {
  const deadline = Date.now() + activationDeadlineMs;
  for (;;) {
    const { body } = await author.call('GET', '/api/user/plan-status');
    if (body['plan'] === plan && body['isActive'] === true) return;
    if (Date.now() > deadline) throw new Error(`The plan was paid for but is still ${String(body['plan'])}.`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}
