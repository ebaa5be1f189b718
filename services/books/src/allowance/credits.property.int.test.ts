import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBook } from '@inkbear/contracts/books/book';
import {
  allowanceOverridden,
  creditBalanceChanged,
  type EventEnvelope,
  billingCreditsAwarded,
  referralsCreditsAwarded,
} from '@inkbear/contracts/events';
import { isDeep, testSeed as seed } from '@inkbear/service-kit/testing/test-scale';
import fc from 'fast-check';
import { type Author, BooksService } from '../testing/books-service.ts';

type Step =
  /** A repeated key counts once, even from the other service or with another number. */
  | { do: 'award'; from: 'promo' | 'referral'; key: number; credits: number }
  /** An admin's override; ignored with an older `seq`. */
  | { do: 'override'; seq: number; balance: number }
  | { do: 'books'; atOnce: number }
  /** The broker redelivers an earlier event. */
  | { do: 'redeliver'; at: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('award' as const),
      from: fc.constantFrom('promo' as const, 'referral' as const),
      key: fc.integer({ min: 0, max: 4 }),
      credits: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('override' as const),
      seq: fc.integer({ min: 1, max: 9 }),
      balance: fc.integer({ min: 0, max: 5 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('books' as const), atOnce: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('redeliver' as const), at: fc.nat() }) },
);

/** The expected credits, computed without the service's code. */
class ExpectedCredits {
  awarded = 0;
  adjusted = 0;
  spent = 0;
  #freeBooks = 1;
  #lastOverrideSeq = 0;
  readonly #keys = new Set<number>();

  get balance(): number {
    return this.awarded + this.adjusted - this.spent;
  }

  award(key: number, credits: number): void {
    if (!this.#keys.has(key)) this.awarded += credits;
    this.#keys.add(key);
  }

  override(seq: number, balance: number): void {
    if (seq <= this.#lastOverrideSeq) return;
    this.#lastOverrideSeq = seq;
    this.adjusted += balance - this.balance;
  }

  /** Returns how many of `requested` books are created. */
  createBooks(requested: number): number {
    const free = Math.min(requested, this.#freeBooks);
    const paidWithCredits = Math.min(requested - free, this.balance);
    this.#freeBooks -= free;
    this.spent += paidWithCredits;
    return free + paidWithCredits;
  }
}

const runs = isDeep ? 300 : 25;

describe('credit balance', () => {
  let books: BooksService;
  beforeAll(async () => void (books = await BooksService.start()));
  afterAll(async () => await books.stop());

  const run = async (next: Step, author: Author, expected: ExpectedCredits, sent: EventEnvelope[]) => {
    const { userId } = author;
    if (next.do === 'award') {
      expected.award(next.key, next.credits);
      sent.push(
        await books.service.deliver(
          next.from === 'promo' ? billingCreditsAwarded : referralsCreditsAwarded,
          randomUUID(),
          { userId, awardKey: `${next.key}:${userId}`, credits: next.credits },
        ),
      );
    } else if (next.do === 'override') {
      expected.override(next.seq, next.balance);
      sent.push(
        await books.service.deliver(
          allowanceOverridden,
          userId,
          { userId, adjustmentId: randomUUID(), creditBalance: next.balance },
          { seq: next.seq },
        ),
      );
    } else if (next.do === 'books') {
      const answers = await Promise.all(
        Array.from({ length: next.atOnce }, () => books.call(createBook, { as: author, body: { title: 'x' } })),
      );
      expect(answers.filter(({ status }) => status === 201).length).toBe(expected.createBooks(next.atOnce));
    } else if (sent.length > 0) {
      await books.service.redeliver(sent[next.at % sent.length] as EventEnvelope);
    }
  };

  it(
    `equals awards minus spending in ledger, row and events (${runs} random journeys, TEST_SEED=${seed})`,
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
          const [author, expected, sent] = [await books.author(), new ExpectedCredits(), [] as EventEnvelope[]];
          for (const next of steps) await run(next, author, expected, sent);
          const ledger = await books.rows('credit_ledger').find({ userId: author.userId }).toArray();
          const sum = (kind: string) =>
            ledger.reduce((total, row) => (row['kind'] === kind ? total + Number(row['amount']) : total), 0);
          expect({ awarded: sum('award'), adjusted: sum('adjustment'), spent: 0 - sum('spend') }).toEqual({
            awarded: expected.awarded,
            adjusted: expected.adjusted,
            spent: expected.spent,
          });
          const row = await books.rows('allowances').findOne({ _id: author.userId });
          const published = (await books.service.emitted(creditBalanceChanged))
            .filter(({ key }) => key === author.userId)
            .at(-1);
          expect([row?.['credits'] ?? 0, published?.data['balance'] ?? 0]).toEqual([
            expected.balance,
            expected.balance,
          ]);
        }),
        { numRuns: runs, seed },
      );
    },
    isDeep ? 600_000 : 240_000,
  );
});
