import { createHash } from 'node:crypto';
import type { Author } from './author.ts';
import { readWhenAllowed } from './read-when-allowed.ts';

/** One acknowledged save of a chapter. */
export interface AcknowledgedWrite {
  readonly author: Author;
  readonly chapterId: string;
  /** The revision in the reply. */
  readonly rev: number;
  /** The chapter's whole text after this save. */
  readonly text: string;
}

interface ChapterWrites {
  readonly author: Author;
  /** The hash of the text of each acknowledged revision. */
  readonly hashes: Map<number, string>;
  /** The hashes of texts whose save got no acknowledgement: the server may have stored them or not. */
  readonly unknown: Set<string>;
}

interface StoredRevision {
  readonly rev: number;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Records every write that the server has acknowledged, and compares the records after the faults with the server's
 * text and history. It uses no code of the product. The texts are those that a client has sent; for saves of a browser
 * (`record-browser-saves.ts`) the text before the first save, and after a crash, is read from the server.
 */
export class WriteHistory {
  readonly #chapters = new Map<string, ChapterWrites>();
  readonly #contradictions: string[] = [];

  /** The number of acknowledged revisions. */
  get size(): number {
    return [...this.#chapters.values()].reduce((sum, { hashes }) => sum + hashes.size, 0);
  }

  record({ author, chapterId, rev, text }: AcknowledgedWrite): void {
    const { hashes } = this.#writesOf(author, chapterId);
    const hash = hashOf(text);
    if ((hashes.get(rev) ?? hash) !== hash)
      this.#contradictions.push(`${chapterId}: revision ${rev} was acknowledged for two texts`);
    hashes.set(rev, hash);
  }

  /** Records a save without an acknowledgement. */
  recordUnknown({ author, chapterId, text }: Omit<AcknowledgedWrite, 'rev'>): void {
    this.#writesOf(author, chapterId).unknown.add(hashOf(text));
  }

  /**
   * Compares all records with the server; returns one sentence for each difference. A chapter without an acknowledged
   * save is one too, because nothing of it could be compared.
   */
  async findDifferences(): Promise<string[]> {
    const found = [...this.#contradictions];
    if (this.#chapters.size === 0) found.push('no save was recorded');
    for (const [chapterId, writes] of this.#chapters) {
      if (writes.hashes.size === 0) found.push(`${chapterId}: no save was acknowledged`);
      else found.push(...(await compareChapter(chapterId, writes)).map((difference) => `${chapterId}: ${difference}`));
    }
    return found;
  }

  #writesOf(author: Author, chapterId: string): ChapterWrites {
    const writes = this.#chapters.get(chapterId) ?? { author, hashes: new Map(), unknown: new Set() };
    this.#chapters.set(chapterId, writes);
    return writes;
  }
}

async function compareChapter(chapterId: string, { author, hashes, unknown }: ChapterWrites): Promise<string[]> {
  const route = `/api/chapters/${chapterId}`;
  const lastRev = Math.max(...hashes.keys());
  const current = await readWhenAllowed(author, route);
  if (current.status !== 200) return [`the chapter is answered ${current.status}`];
  const currentRev = Number(current.body['rev']);
  const hash = hashOf(String(current.body['content']));
  const differences: string[] = [];
  if (currentRev < lastRev) differences.push(`revision ${lastRev} was acknowledged, the current one is ${currentRev}`);
  else if (currentRev === lastRev) {
    if (hash !== hashes.get(lastRev)) differences.push(`the current text is not that of revision ${lastRev}`);
  } else if (!unknown.has(hash))
    differences.push(`nobody sent the current text of revision ${currentRev}, after revision ${lastRev}`);
  const listed = await listRevs(author, route);
  for (const [rev, expected] of hashes) {
    if (!listed.has(rev)) differences.push(`revision ${rev} is not in the history`);
    const { status, body } = await readWhenAllowed(author, `${route}/revisions/${rev}`);
    if (status !== 200) differences.push(`revision ${rev} is answered ${status}`);
    else if (hashOf(String(body['content'])) !== expected) differences.push(`revision ${rev} has another text`);
  }
  return differences;
}

/** The numbers of all revisions in the history. */
async function listRevs(author: Author, route: string): Promise<Set<number>> {
  const revs = new Set<number>();
  for (let page: string | undefined = `${route}/revisions`; page !== undefined;) {
    const { status, body, headers } = await readWhenAllowed(author, page);
    if (status !== 200) throw new Error(`The history was answered ${status}.`);
    for (const { rev } of body as unknown as readonly StoredRevision[]) revs.add(rev);
    page = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  return revs;
}
