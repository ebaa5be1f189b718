import { bibleLimits } from '@inkbear/contracts/bible/entry';
import { retryOnConflict } from '@inkbear/manuscript-store/commit-save';
import type { ByteQuota, QuotaRequest } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ClientSession } from 'mongoose';
import type { BookPolicy } from '../books/book.policy.ts';
import type { BookRepository } from '../books/book.repository.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { BibleRepository } from './bible.repository.ts';
import type { RowChange } from './bible.ts';
import { planWrite } from './decision.ts';

export interface BibleDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly bible: BibleRepository;
  readonly policy: BookPolicy;
  readonly quota: ByteQuota;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly findings: DecisionFindings;
}

/** What an undo needs of the findings of a book. */
interface DecisionFindings {
  /** Lists a finding again that a write to the story bible had resolved. */
  clearDecision(bookId: string, decisionId: string, session: ClientSession): Promise<void>;
}

/** Identifies the story bible that a request is about, and its user. */
export interface BibleRef {
  readonly bookId: string;
  readonly userId: string;
}

/** Thrown in a transaction to roll it back, when a row was changed since it was read. */
export class ConcurrentChangeError extends Error {
  override readonly name = 'ConcurrentChangeError';
}

/**
 * Makes one undoable write: `decide` reads and returns the changes, which are written in one transaction with what an
 * undo needs. When a row was changed in the meantime, `decide` runs again. Returns the id of the write (`decisionId`).
 *
 * Throws 404 for a book of somebody else, 403 when it is read-only or the quota is used up, 404 when an entry of a fact
 * or relation was deleted, 409 when a name is taken or a limit is reached.
 * @param alsoWrite writes something else in the same transaction
 */
export async function writeBible(
  deps: BibleDeps,
  { bookId, userId }: BibleRef,
  operation: QuotaRequest['operation'],
  decide: () => Promise<readonly RowChange[]>,
  alsoWrite: (session: ClientSession, decisionId: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const { books, policy, quota, outbox, bible, clock, newId } = deps;
  await policy.requireEditable(await books.getLive(bookId, userId));
  return await retryOnConflict(async () => {
    const decisionId = newId();
    const at = clock.now();
    const write = planWrite(await decide(), { decisionId, bookId, userId, at });
    try {
      await quota.reserve({ userId, operation, bytes: write.growth }, () =>
        outbox.run(async ({ session }) => {
          // Transactions of one bible conflict on the book's row, so limits are exact and nothing is added to an entry
          // that another one deletes.
          await books.addBytes('bibleBytes', { id: bookId, userId }, { bytes: write.growth, updatedAt: at }, session);
          if (!(await bible.write(write, session))) throw new ConcurrentChangeError();
          if (!(await entriesExist(bible, bookId, write.changes, session))) throw new ProblemError('bible.not_found');
          await requireCapacity(bible, bookId, write.changes, session);
          await alsoWrite(session, decisionId);
        }),
      );
    } catch (error) {
      if (error instanceof ConcurrentChangeError) return null;
      // Ids are new, so only the unique index of names can be violated.
      if (isDuplicateKey(error)) throw new ProblemError('bible.name_taken');
      throw error;
    }
    return decisionId;
  });
}

/** Whether the entries of all written facts and relations exist. */
export async function entriesExist(
  bible: BibleRepository,
  bookId: string,
  changes: readonly RowChange[],
  session: ClientSession,
): Promise<boolean> {
  const ids = new Set(changes.flatMap(entryIdsAfter));
  if (ids.size === 0) return true;
  return (await bible.findRows('entries', bookId, [...ids], session)).length === ids.size;
}

/** The ids of the entries to which the row belongs after the change. */
export function entryIdsAfter(change: RowChange): readonly string[] {
  if (change.after === null) return [];
  if (change.table === 'facts') return [change.after.entryId];
  return change.table === 'relations' ? [change.after.fromId, change.after.toId] : [];
}

/** Throws 409 when a book, or one of its entries, has more rows than it may have after the changes. */
async function requireCapacity(
  bible: BibleRepository,
  bookId: string,
  changes: readonly RowChange[],
  session: ClientSession,
): Promise<void> {
  const added = changes.filter(({ before, after }) => before === null && after !== null);
  for (const table of ['entries', 'facts', 'relations'] as const) {
    if (!added.some((change) => change.table === table)) continue;
    requireAtMost(await bible.count(table, bookId, session), bibleLimits[table], 'A story bible can have', table);
  }
  // A merge gives an entry the facts of another one without adding any.
  const entryIdsIn = (table: RowChange['table']) =>
    new Set(changes.filter((change) => change.table === table).flatMap(entryIdsAfter));
  const { factsPerEntry, relationsPerEntry } = bibleLimits;
  for (const id of entryIdsIn('facts'))
    requireAtMost(await bible.countFactsOf(bookId, id, session), factsPerEntry, 'An entry can have', 'facts');
  for (const id of entryIdsIn('relations'))
    requireAtMost(
      await bible.countRelationsOf(bookId, id, session),
      relationsPerEntry,
      'An entry can have',
      'relations',
    );
}

function requireAtMost(used: number, allowed: number, subject: string, noun: string): void {
  if (used <= allowed) return;
  const message = `${subject} ${allowed.toLocaleString('en-GB')} ${noun}. Delete some that you no longer need.`;
  throw new ProblemError('bible.limit_reached', { message, used: used - 1, allowed });
}
