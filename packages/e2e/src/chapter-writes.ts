import { createHash } from 'node:crypto';

/** A revision with its text, as a server returns it. */
export interface StoredText {
  readonly rev: number;
  readonly text: string;
}

/** What the reply to a save says. `rev` is the revision of a save that was acknowledged. */
export interface SaveReply {
  readonly status: number;
  readonly rev?: unknown;
}

interface UnknownSave {
  /** The revision that the save is based on; null overwrites any text. */
  readonly baseRev: number | null;
  /** The last stored revision that was known when it was sent. */
  readonly after: number;
  readonly hash: string;
}

interface ReadText {
  readonly rev: number;
  readonly hash: string;
  /** The last stored revision that was known when the current text was requested; null for a text of the history. */
  readonly after: number | null;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * What a client knows about one chapter: the text before its first save, every acknowledged save, and every save whose
 * outcome is unknown, because no reply came or because it was an internal error. Texts that the server returns later must
 * be explained by these. It uses no code of the product.
 */
export class ChapterWrites {
  /** The text before the first save. */
  readonly first: StoredText;
  /** The hash of the text of the first revision and of each acknowledged one. */
  readonly #stored: Map<number, string>;
  /** The server may have stored them or not, and may still do so. */
  readonly #unknown = new Set<UnknownSave>();
  /** Texts that nothing explained when they were read. The save that explains them may be recorded a little later. */
  readonly #unexplained: ReadText[] = [];
  readonly #contradictions: string[] = [];

  constructor(first: StoredText) {
    this.first = first;
    this.#stored = new Map([[first.rev, hashOf(first.text)]]);
  }

  /** The number of acknowledged revisions. */
  get acknowledged(): number {
    return this.#stored.size - 1;
  }

  get lastRev(): number {
    return Math.max(...this.#stored.keys());
  }

  /** The revisions that must be in the history. */
  get revs(): readonly number[] {
    return [...this.#stored.keys()];
  }

  /**
   * Records a save before it is sent; its outcome is unknown until the returned function is called with a reply that
   * acknowledges it (200) or refuses it (4xx).
   */
  send({ baseRev, text }: { readonly baseRev: number | null; readonly text: string }): (reply: SaveReply) => void {
    const save = { baseRev, after: this.lastRev, hash: hashOf(text) };
    this.#unknown.add(save);
    return ({ status, rev }) => {
      if (status === 200) this.#acknowledge(save, Number(rev));
      else if (status >= 400 && status < 500) this.#unknown.delete(save);
    };
  }

  /** Call this before the chapter is read, and the returned function with what was read. */
  beginRead(): (read: StoredText) => void {
    const after = this.lastRev;
    return (read) => this.#addRead(read, after);
  }

  /** Records the text of a revision that was read from the history. */
  addRevision(revision: StoredText): void {
    this.#addRead(revision, null);
  }

  /** One sentence for each acknowledgement and each text that contradicts the others. */
  listDifferences(): string[] {
    const unexplained = this.#unexplained.flatMap((read) => this.#problemOf(read) ?? []);
    const isCompared = this.acknowledged > 0;
    return [...new Set([...this.#contradictions, ...unexplained, ...(isCompared ? [] : ['no save was acknowledged'])])];
  }

  #addRead({ rev, text }: StoredText, after: number | null): void {
    const read = { rev, hash: hashOf(text), after };
    if (this.#problemOf(read) !== null) this.#unexplained.push(read);
  }

  #acknowledge(save: UnknownSave, rev: number): void {
    if (!Number.isInteger(rev)) throw new Error('A save was acknowledged without a revision.');
    this.#unknown.delete(save);
    const { baseRev, after, hash } = save;
    const before = baseRev ?? after;
    const stored = this.#stored.get(rev);
    // A save of the same text creates no revision.
    const isUnchanged = rev === before && stored === hash;
    if (baseRev !== null && rev !== baseRev + 1 && !isUnchanged)
      this.#contradictions.push(`a save of revision ${baseRev} was acknowledged as revision ${rev}`);
    if (baseRev === null && rev < after)
      this.#contradictions.push(
        `lost write: revision ${after} was stored, a later save was acknowledged as revision ${rev}`,
      );
    if ((stored ?? hash) !== hash)
      this.#contradictions.push(`lost write: revision ${rev} was acknowledged for two texts`);
    this.#stored.set(rev, hash);
  }

  #problemOf({ rev, hash, after }: ReadText): string | null {
    if (after !== null && rev < after)
      return `lost write: revision ${after} was stored, revision ${rev} was read later`;
    const stored = this.#stored.get(rev);
    if (stored === hash) return null;
    const isExplained = this.#isExplainedByUnknown(rev, hash);
    const read = after === null ? `revision ${rev} of the history` : `revision ${rev}, read after revision ${after}`;
    if (stored === undefined) return isExplained ? null : `lost or repeated write: no save explains ${read}`;
    // A crash may lose a text that was read before its save was acknowledged.
    if (isExplained && after !== null && rev > after) return null;
    return `lost write: another text was acknowledged for ${read}`;
  }

  #isExplainedByUnknown(rev: number, hash: string): boolean {
    return [...this.#unknown].some(
      (save) => save.hash === hash && (save.baseRev === null ? rev > save.after : rev === save.baseRev + 1),
    );
  }
}
