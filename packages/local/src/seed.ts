import { setTimeout as sleep } from 'node:timers/promises';
import { findingGroups } from '@inkbear/contracts/bible/finding';
import type { Demo, DemoAccount } from './demo.ts';
import type { Report } from './report.ts';
import { sampleBible } from './sample-bible.ts';
import { sampleBeats, sampleBook } from './sample-book.ts';
import { sampleTexts } from './sample-texts.ts';
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

/** Writes the texts and beats of the sample book into its chapters that have no words yet. */
async function writeTexts(client: SeedClient, bookId: string): Promise<void> {
  const { body } = await client.get(`/api/books/${bookId}/chapters`);
  for (const { id, chapterNumber, wordCount } of body as { id: string; chapterNumber: number; wordCount: number }[]) {
    const content = sampleTexts[chapterNumber];
    if (content !== undefined && wordCount === 0)
      await client.put(`/api/chapters/${id}`, { content, beats: sampleBeats[chapterNumber] });
  }
}

/** Adds the entries that the story bible does not have yet. */
async function writeBible(client: SeedClient, bookId: string): Promise<void> {
  const path = `/api/books/${bookId}/bible/entries`;
  const { body } = await client.get(path);
  const known = new Set((body as { name: string }[]).map(({ name }) => name));
  for (const entry of sampleBible) if (!known.has(entry.name)) await client.post(path, entry, { accept: [409] });
}

async function seedAccount(
  { address, demo, seedTexts }: { address: string; demo: Demo; seedTexts: boolean },
  account: DemoAccount,
): Promise<void> {
  const client = new SeedClient(address, demo.url);
  await signIn(client, account);
  if (account.plan !== 'free' && (await readPlan(client)) !== account.plan) {
    await pay(client, account.plan);
    await waitForPlan(client, account);
  }
  if ((await listBooks(client)).length === 0) await client.post('/api/books', sampleBook);
  if (!seedTexts) return;
  const book = (await listBooks(client)).find(({ title }) => title === sampleBook.title);
  if (!book) return;
  await writeTexts(client, book.id);
  await writeBible(client, book.id);
  await client.post(`/api/books/${book.id}/checks`, { groups: findingGroups });
}

async function listBooks(client: SeedClient): Promise<{ id: string; title: string }[]> {
  const { body } = await client.get('/api/books');
  return body as { id: string; title: string }[];
}

/**
 * Creates the demo accounts through the public API. Steps that are already done are skipped, so an interrupted seeding
 * can be repeated.
 */
export async function seedDemo(
  seeding: { address: string; demo: Demo; seedTexts: boolean },
  report: Report,
): Promise<void> {
  report('Creating the demo accounts…');
  await Promise.all(seeding.demo.accounts.map((account) => seedAccount(seeding, account)));
}
