import { randomUUID } from 'node:crypto';
import type { PlanName } from '@inkbear/contracts/plans';
import { sampleBook } from '@inkbear/local/sample-book';
import { Author } from './author.ts';
import { buyPlan } from './buy-plan.ts';

/** Registers an author, buys the plan in the sandbox and creates the demo's sample book. */
export async function createAuthor(url: string, plan: PlanName): Promise<Author> {
  const author = await Author.register(url);
  if (plan !== 'free') await buyPlan(author, plan);
  const { status } = await author.call('POST', '/api/books', sampleBook, { 'idempotency-key': randomUUID() });
  if (status !== 201) throw new Error(`The sample book was not created: ${status}.`);
  return author;
}
