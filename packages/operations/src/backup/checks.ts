import { events } from '@inkbear/contracts/events';
import { databaseName } from '@inkbear/service-kit/database-name';
import { BSON, type Document } from 'mongodb';
import type { CheckResult } from './manifest.ts';

/** Checks that rows of several collections agree, which only a backup of one moment guarantees. */
interface Check {
  /** Called for each document of the collections for which it is true. */
  readonly reads: (database: string, collection: string) => boolean;
  readonly add: (database: string, collection: string, document: Document) => void;
  readonly finish: () => CheckResult;
}

/** All checks, fed with each document of a backup in any order. */
export class BackupChecks {
  readonly #checks = [
    checkCredits(),
    checkOutboxes(),
    checkHistories('books', chapters),
    checkHistories('stories', stories),
  ];

  add(database: string, collection: string, raw: Uint8Array): void {
    const readers = this.#checks.filter((check) => check.reads(database, collection));
    if (readers.length === 0) return;
    const document = BSON.deserialize(raw);
    for (const check of readers) check.add(database, collection, document);
  }

  finish(): CheckResult[] {
    return this.#checks.map((check) => check.finish());
  }
}

/** Findings that are printed for one check; a systematic error would otherwise print every row. */
const maxFindings = 20;

function limitFindings(findings: readonly string[]): string[] {
  const more = findings.length - maxFindings;
  return more > 0 ? [...findings.slice(0, maxFindings), `and ${more} more`] : [...findings];
}

/**
 * The credit ledger of each user adds up to the balance. Users whose erasure has begun are left out, because their rows
 * disappear one after the other. Keeps one number for each user with credits.
 */
function checkCredits(): Check {
  const differences = new Map<string, number>();
  const erased = new Set<string>();
  let [balances, ledger] = [0, 0];
  const count = (userId: string, amount: number): void => {
    const difference = (differences.get(userId) ?? 0) + amount;
    if (difference === 0) differences.delete(userId);
    else differences.set(userId, difference);
  };
  const readers: Readonly<Record<string, (document: Document) => void>> = {
    allowances: ({ _id, credits }) => {
      balances += Number(credits);
      count(String(_id), Number(credits));
    },
    credit_ledger: ({ userId, amount }) => {
      ledger += Number(amount);
      count(String(userId), -Number(amount));
    },
    user_removals: ({ _id, stage }) => void (stage === 'erased' && erased.add(String(_id))),
  };
  return {
    reads: (database, collection) => database === databaseName('books') && Object.hasOwn(readers, collection),
    add: (_database, collection, document) => readers[collection]?.(document),
    finish: () => ({
      name: 'credits',
      figures: { balances, ledger },
      findings: limitFindings(
        [...differences]
          .filter(([userId]) => !erased.has(userId))
          .map(([userId, by]) => `the credit balance of user ${userId} differs from its ledger by ${by}`),
      ),
    }),
  };
}

const progressTypes = new Set<string>(events.filter(({ kind }) => kind === 'progress').map(({ type }) => type));
const knownTypes = new Set<string>(events.map(({ type }) => type));
/** Rows of other events expire, and counters of other names are locks. */
const isKept = (type: string): boolean => knownTypes.has(type) && !progressTypes.has(type);

/**
 * Each event that is kept for ever has incremented the counter of its type and key by one, so rows and counters of a
 * database add up to the same number.
 */
function checkOutboxes(): Check {
  const rows = new Map<string, number>();
  const counters = new Map<string, number>();
  const addTo = (sums: Map<string, number>, database: string, amount: number): void =>
    void sums.set(database, (sums.get(database) ?? 0) + amount);
  const sum = (sums: Map<string, number>): number => [...sums.values()].reduce((total, each) => total + each, 0);
  return {
    reads: (_database, collection) => collection === 'outbox' || collection === 'outbox_seq',
    add: (database, collection, { _id, type, seq }) => {
      if (collection === 'outbox' && isKept(String(type))) addTo(rows, database, 1);
      if (collection === 'outbox_seq' && isKept(String(_id).split(':')[0] ?? ''))
        addTo(counters, database, Number(seq));
    },
    finish: () => ({
      name: 'outboxes',
      figures: { events: sum(rows), counted: sum(counters) },
      findings: [...new Set([...rows.keys(), ...counters.keys()])]
        .filter((database) => rows.get(database) !== counters.get(database))
        .map(
          (database) =>
            `the outbox of ${database} has ${rows.get(database) ?? 0} events, and its counters say ${counters.get(database) ?? 0}`,
        ),
    }),
  };
}

interface HistoryCollections {
  readonly heads: string;
  readonly changes: string;
}
const chapters: HistoryCollections = { heads: 'chapters', changes: 'chapter_changes' };
const stories: HistoryCollections = { heads: 'stories', changes: 'story_changes' };

/**
 * The history of each live manuscript ends with the revision before its pending changes. Keeps two numbers for each
 * manuscript.
 */
function checkHistories(service: 'books' | 'stories', { heads, changes }: HistoryCollections): Check {
  const expected = new Map<string, number>();
  const newest = new Map<string, number>();
  const label = heads === 'chapters' ? 'chapter' : 'story';
  return {
    reads: (database, collection) =>
      database === databaseName(service) && (collection === heads || collection === changes),
    add: (_database, collection, document) => {
      if (collection === heads) {
        const { _id, state, rev, recent } = document;
        const [pending] = Array.isArray(recent) ? (recent as readonly { rev: number }[]) : [];
        if (state === 'live') expected.set(String(_id), pending ? pending.rev - 1 : Number(rev));
      } else {
        const { itemId, rev } = document;
        newest.set(String(itemId), Math.max(newest.get(String(itemId)) ?? 0, Number(rev)));
      }
    },
    finish: () => ({
      name: `histories of ${service}`,
      figures: { manuscripts: expected.size, revisions: [...expected.values()].reduce((sum, rev) => sum + rev, 0) },
      findings: limitFindings(
        [...expected]
          .filter(([id, rev]) => newest.get(id) !== rev)
          .map(
            ([id, rev]) => `the history of ${label} ${id} ends with revision ${newest.get(id) ?? 0} instead of ${rev}`,
          ),
      ),
    }),
  };
}
