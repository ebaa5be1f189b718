import type { ImportFormat, ImportLoss, ImportPlan } from '@inkbear/contracts/export/import';
import { ImportError } from '@inkbear/import/import-error';
import { proposePlan } from '@inkbear/import/propose-plan';
import { readManuscript } from '@inkbear/import/read-manuscript';
import { describeBooks, describeLosses, describePlan } from './describe-reading.ts';
import type { ImportProblem } from './import.ts';
import { encodeText } from './stored-text.ts';

/** A file to be read. */
export interface ReadTask {
  readonly file: Uint8Array;
  readonly fileName: string;
  /** The book of an account export; undefined for its first one. */
  readonly bookId: string | undefined;
}

export type ReadResult =
  | {
      readonly outcome: 'read';
      readonly format: ImportFormat;
      /** UTF-16. */
      readonly text: Uint8Array;
      /** Of the text, in UTF-16 units. */
      readonly length: number;
      readonly plan: ImportPlan;
      readonly losses: ImportLoss[];
      /** JSON; null when there are none. */
      readonly comments: Uint8Array | null;
      readonly commentCount: number;
      readonly booksInFile: { id: string; title: string }[];
      /** Which of them was read; 0 when there are none. */
      readonly bookIndex: number;
    }
  | { readonly outcome: 'refused'; readonly error: ImportProblem };

/** Reads a manuscript: its text, a plan of its chapters, and what the plan does not have. */
export async function readFile({ file, fileName, bookId }: ReadTask): Promise<ReadResult> {
  try {
    const read = await readManuscript(file, { fileName, bookId });
    const proposal = proposePlan(read);
    const { format, text, comments, books } = read;
    return {
      outcome: 'read',
      format,
      text: encodeText(text),
      length: text.length,
      plan: describePlan(proposal.plan),
      losses: describeLosses(proposal, comments),
      comments: comments.length === 0 ? null : Buffer.from(JSON.stringify(comments)),
      commentCount: comments.length,
      booksInFile: describeBooks(books),
      bookIndex: Math.max(
        0,
        books.findIndex(({ isRead }) => isRead),
      ),
    };
  } catch (error) {
    if (error instanceof ImportError)
      return { outcome: 'refused', error: { code: error.code, message: error.message } };
    throw withoutText(error);
  }
}

/**
 * An error for the log: where it was thrown, without its message. Parsers quote the text that they cannot read, and no text
 * of an author may reach a log.
 */
function withoutText(error: unknown): Error {
  const name = error instanceof Error ? error.name : 'no error';
  const safe = new Error(`A manuscript could not be read: ${name}`);
  const { stack = '', message = '' } = error instanceof Error ? error : {};
  const frames = stack.slice(stack.indexOf(message) + message.length);
  safe.stack = `${safe.message}${frames}`;
  return safe;
}
