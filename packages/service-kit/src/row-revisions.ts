import type { ErrorCode } from '@inkbear/contracts/error-codes';
import type { Collection, mongo } from 'mongoose';
import { isDuplicateKey } from './mongo.ts';
import { ProblemError } from './problem.ts';

/** A row that is replaced as a whole. Its first revision is 1. */
interface RevisionRow {
  readonly _id: string;
  readonly rev: number;
}

interface RevisionRules<Row> {
  /** Whether a stored row has the same content. */
  readonly hasSameContent: (stored: Row) => boolean;
  /** The code of the 412. */
  readonly stale: ErrorCode;
}

/**
 * Compare-and-set: replaces the stored row if its revision is `row.rev - 1`, and returns the stored row. A repeat of
 * stored content succeeds with any revision, because the reply to an earlier save may have been lost. Throws 412 when
 * other content was stored in the meantime.
 */
export async function replaceRevision<Row extends RevisionRow>(
  rows: Collection<Row>,
  row: Row,
  { hasSameContent, stale }: RevisionRules<Row>,
): Promise<Row> {
  const find = () => rows.findOne({ _id: row._id } as mongo.Filter<Row>) as Promise<Row | null>;
  const stored = await find();
  if (stored && hasSameContent(stored)) return stored;
  if ((stored?.rev ?? 0) === row.rev - 1 && (await replaceOne(rows, row))) return row;

  // Another save may have been faster, perhaps with the same content.
  const latest = await find();
  if (latest && hasSameContent(latest)) return latest;
  throw new ProblemError(stale, { rev: latest?.rev ?? 0 });
}

/** False when another revision is stored. */
async function replaceOne<Row extends RevisionRow>(rows: Collection<Row>, row: Row): Promise<boolean> {
  const { _id, rev } = row;
  if (rev > 1) {
    const { matchedCount } = await rows.replaceOne({ _id, rev: rev - 1 } as mongo.Filter<Row>, row);
    return matchedCount === 1;
  }
  try {
    await rows.insertOne(row as mongo.OptionalUnlessRequiredId<Row>);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
