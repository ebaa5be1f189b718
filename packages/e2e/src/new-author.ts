import { randomUUID } from 'node:crypto';
import type { PlanName } from '@inkbear/contracts/plans';
import { sampleBook } from '@inkbear/local/sample-book';
import { Author } from './author.ts';
import { sell } from './sell.ts';

/** An author made for this test alone, on a plan that was paid for in the sandbox, with the demo's book. */
export async function newAuthor(url: string, plan: PlanName): Promise<Author> {
  const author = await Author.register(url);
  if (plan !== 'free') await sell(author, plan);
  const { status } = await author.call('POST', '/api/books', sampleBook, { 'idempotency-key': randomUUID() });
  if (status !== 201) throw new Error(`The sample book was not made: ${status}.`);
  return author;
}
