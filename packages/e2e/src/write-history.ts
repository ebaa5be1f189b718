import type { Answer, Author } from './author.ts';
import { ChapterWrites, type SaveReply, type StoredText } from './chapter-writes.ts';
import { getWithRateLimitRetry } from './get-with-rate-limit-retry.ts';

/** A save of a chapter, before it is sent. */
export interface SentSave {
  readonly chapterId: string;
  /** The revision that the save is based on; null overwrites any text. */
  readonly baseRev: number | null;
  /** The chapter's whole text after this save. */
  readonly text: string;
}

interface RecordedWrites {
  readonly author: Author;
  readonly writes: ChapterWrites;
}

const routeOf = (chapterId: string): string => `/api/chapters/${chapterId}`;

/**
 * Records every save of its chapters and compares them with what the server returns, while faults happen (`read`) and
 * after them (`findDifferences`). Only the first text of a chapter is taken from the server; every later one must be
 * explained by saves that were acknowledged, or whose outcome is unknown.
 */
export class WriteHistory {
  readonly #chapters = new Map<string, RecordedWrites>();

  /** The number of acknowledged revisions. */
  get size(): number {
    return [...this.#chapters.values()].reduce((sum, { writes }) => sum + writes.acknowledged, 0);
  }

  /** Reads a chapter and records what was read. Call it before the chapter's first save. */
  async read(author: Author, chapterId: string): Promise<StoredText> {
    const onRead = this.#chapters.get(chapterId)?.writes.beginRead();
    const { status, body } = await getWithRateLimitRetry(author, routeOf(chapterId));
    if (status !== 200) throw new Error(`The chapter was answered ${status}.`);
    const stored = storedTextOf(body);
    if (onRead) onRead(stored);
    else this.#chapters.set(chapterId, { author, writes: new ChapterWrites(stored) });
    return stored;
  }

  /** Reads a text of the chapter's history and records what was read. */
  async readRevision(chapterId: string, rev: number): Promise<string> {
    const { author, writes } = this.#recordedWrites(chapterId);
    const { status, body } = await getWithRateLimitRetry(author, `${routeOf(chapterId)}/revisions/${rev}`);
    if (status !== 200) throw new Error(`Revision ${rev} was answered ${status}.`);
    const { text } = storedTextOf(body);
    writes.addRevision({ rev, text });
    return text;
  }

  /**
   * Sends a save and records what its reply says. Without a reply (`call` throws), or with an internal error, the
   * outcome is recorded as unknown.
   */
  async send(save: SentSave, call: () => Promise<Answer>): Promise<Answer> {
    const onReply = this.beginSave(save);
    const answer = await call();
    onReply({ status: answer.status, rev: answer.body['rev'] });
    return answer;
  }

  /** Like `send`, for a save that somebody else sends. Call the returned function with its reply, if there is one. */
  beginSave({ chapterId, ...save }: SentSave): (reply: SaveReply) => void {
    return this.#recordedWrites(chapterId).writes.send(save);
  }

  /** Like `read`, for a read by somebody else. Call the returned function with what was read. */
  beginRead(chapterId: string): (read: StoredText) => void {
    return this.#recordedWrites(chapterId).writes.beginRead();
  }

  /**
   * Compares all records with the server; returns one sentence for each difference. A chapter without an acknowledged
   * save is one too, because nothing of it could be compared.
   */
  async findDifferences(): Promise<string[]> {
    const found = this.#chapters.size === 0 ? ['no save was recorded'] : [];
    for (const [chapterId, recorded] of this.#chapters) {
      const unread = await readEverything(chapterId, recorded);
      found.push(
        ...[...recorded.writes.listDifferences(), ...unread].map((difference) => `${chapterId}: ${difference}`),
      );
    }
    return found;
  }

  #recordedWrites(chapterId: string): RecordedWrites {
    const recorded = this.#chapters.get(chapterId);
    if (!recorded) throw new Error(`The chapter ${chapterId} was not read before its first save.`);
    return recorded;
  }
}

/** Reads the current text and the whole history since the first recorded text; returns what could not be read. */
async function readEverything(chapterId: string, { author, writes }: RecordedWrites): Promise<string[]> {
  const route = routeOf(chapterId);
  const onRead = writes.beginRead();
  const current = await getWithRateLimitRetry(author, route);
  if (current.status !== 200) return [`the chapter is answered ${current.status}`];
  onRead(storedTextOf(current.body));
  const listed = await listRevs(author, route);
  const unread: string[] = [];
  for (const rev of new Set([...writes.revs, ...listed])) {
    if (rev < writes.first.rev) continue;
    if (!listed.has(rev)) unread.push(`lost write: revision ${rev} is not in the history`);
    const { status, body } = await getWithRateLimitRetry(author, `${route}/revisions/${rev}`);
    if (status === 200) writes.addRevision({ rev, text: storedTextOf(body).text });
    else unread.push(`revision ${rev} is answered ${status}`);
  }
  return unread;
}

/** The numbers of all revisions in the history. */
async function listRevs(author: Author, route: string): Promise<Set<number>> {
  const revs = new Set<number>();
  for (let page: string | undefined = `${route}/revisions`; page !== undefined;) {
    const { status, body, headers } = await getWithRateLimitRetry(author, page);
    if (status !== 200) throw new Error(`The history was answered ${status}.`);
    for (const { rev } of body as unknown as readonly { rev: number }[]) revs.add(rev);
    page = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  return revs;
}

const storedTextOf = (body: Answer['body']): StoredText => ({
  rev: Number(body['rev']),
  text: String(body['content']),
});
