import { setTimeout as sleep } from 'node:timers/promises';
import type { Demo, DemoAccount } from './demo.ts';
import type { Report } from './report.ts';
import { sampleBook } from './sample-book.ts';
import { SeedClient } from './seed-client.ts';
import { StartError } from './start-error.ts';

const planDeadlineMs = 20_000;
const sandboxCard = '4242424242424242';
const names: Readonly<Record<DemoAccount['plan'], readonly [string, string]>> = {
  free: ['Fern', 'Ashdown'],
  pro_monthly: ['Maya', 'Holloway'],
  pro_oneoff: ['Otis', 'Brennan'],
};

async function signIn(client: SeedClient, { email, password, plan }: DemoAccount): Promise<void> {
  const [firstName, lastName] = names[plan];
  const registered = await client.post(
    '/api/auth/register',
    { email, password, firstName, lastName },
    { accept: [409] },
  );
  if (registered.status !== 409) return;
  const login = await client.post('/api/auth/login', { email, password }, { accept: [401] });
  if (login.status === 401)
    throw new StartError(
      `The demo could not be created: ${email} exists with another password; start with --reset, or use another database.`,
    );
}

async function readPlan(client: SeedClient): Promise<string | undefined> {
  const { body } = await client.get('/api/user/plan-status');
  return (body as { plan?: string } | undefined)?.plan;
}

async function pay(client: SeedClient, plan: DemoAccount['plan']): Promise<void> {
  const { body } =
    plan === 'pro_monthly'
      ? await client.post('/api/create-subscription', {})
      : await client.post('/api/create-payment-intent', { amount: 2000 });
  const { clientSecret } = body as { clientSecret: string };
  const confirmed = await client.post('/api/billing/sandbox/confirm', { clientSecret, cardNumber: sandboxCard });
  const { status, message } = confirmed.body as { status?: string; message?: string };
  if (status !== 'succeeded')
    throw new StartError(
      `The demo could not be created: the sandbox payment ended as ${status} (${message ?? 'no reason given'}).`,
    );
}

async function waitForPlan(client: SeedClient, { email, plan }: DemoAccount): Promise<void> {
  const deadline = Date.now() + planDeadlineMs;
  for (let shown = await readPlan(client); shown !== plan; shown = await readPlan(client)) {
    if (Date.now() > deadline)
      throw new StartError(
        `The demo could not be created: ${email} paid, but after ${planDeadlineMs / 1000} s its plan still shows ${shown}.`,
      );
    await sleep(250);
  }
}

async function seedAccount(address: string, demo: Demo, account: DemoAccount): Promise<void> {
  const client = new SeedClient(address, demo.url);
  await signIn(client, account);
  if (account.plan !== 'free' && (await readPlan(client)) !== account.plan) {
    await pay(client, account.plan);
    await waitForPlan(client, account);
  }
  const { body: books } = await client.get('/api/books');
  if ((books as unknown[]).length === 0) await client.post('/api/books', sampleBook);
}

/**
 * Creates the demo accounts through the public API. Steps that are already done are skipped, so an interrupted seeding
 * can be repeated.
 */
export async function seedDemo(address: string, demo: Demo, report: Report): Promise<void> {
  report('Creating the demo accounts…');
  await Promise.all(demo.accounts.map((account) => seedAccount(address, demo, account)));
}
