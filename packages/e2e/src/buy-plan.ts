import { randomUUID } from 'node:crypto';
import { type PlanName, plans } from '@inkbear/contracts/plans';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import type { Answer, Author } from './author.ts';

const testCardNumber = '4242424242424242';
const activationDeadlineMs = 20_000;

type PaidPlan = Exclude<PlanName, 'free'>;

/** Begins the purchase of a plan; the reply has the secret that confirms the payment. */
export async function startCheckout(author: Author, plan: PaidPlan): Promise<Answer['body']> {
  const [route, body] =
    plan === 'pro_monthly'
      ? (['/api/create-subscription', {}] as const)
      : (['/api/create-payment-intent', { amount: plans.pro_oneoff.price }] as const);
  return (await author.call('POST', route, body, { 'idempotency-key': randomUUID() })).body;
}

/** Buys a plan with a test card; resolves with the id of the subscription or payment once the plan is active. */
export async function buyPlan(author: Author, plan: PaidPlan): Promise<string> {
  const checkout = await startCheckout(author, plan);
  const confirmation = await author.call('POST', '/api/billing/sandbox/confirm', {
    clientSecret: checkout['clientSecret'],
    cardNumber: testCardNumber,
  });
  if (confirmation.body['status'] !== 'succeeded')
    throw new Error(`The payment ended as ${JSON.stringify([checkout, confirmation.body])}.`);
  await waitUntilActive(author, plan);
  return String(checkout['subscriptionId'] ?? checkout['paymentId']);
}

async function waitUntilActive(author: Author, plan: PlanName): Promise<void> {
  await eventually(
    async () => (await author.call('GET', '/api/user/plan-status')).body,
    (status) => status['plan'] === plan && status['isActive'] === true,
    activationDeadlineMs,
  );
}
