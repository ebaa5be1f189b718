import type { BrowserContext, Request, Response } from 'playwright-core';
import type { Author } from './author.ts';
import type { WriteHistory } from './write-history.ts';

/** A change set as it is sent: units to keep, or units to delete and the lines to insert instead. */
type ChangeParts = readonly (number | readonly [number, ...string[]])[];

interface ChapterReply {
  readonly status: number;
  /** Only a reply of 200 has it. */
  readonly rev: number;
  /** Only the reply to a read has it. */
  readonly content: string;
}

/** Written again here, so that a fault of the product's own code is not repeated by the check. */
export function applyChanges(text: string, parts: ChangeParts): string {
  let position = 0;
  let result = '';
  for (const part of parts) {
    const [length, ...lines] = typeof part === 'number' ? [part] : part;
    if (typeof part === 'number') result += text.slice(position, position + length);
    else result += lines.join('\n');
    position += length;
  }
  return result;
}

interface RecordedBrowserChapter {
  readonly author: Author;
  readonly chapterId: string;
  readonly history: WriteHistory;
}

/** What the tabs of a browser context send and receive about one chapter. */
class BrowserSaves {
  readonly #chapterId: string;
  readonly #history: WriteHistory;
  /** The texts that a save may be based on, by revision. */
  readonly #texts = new Map<number, string>();
  /** What to do with the reply to each request. */
  readonly #onReply = new Map<Request, (reply: ChapterReply) => void>();

  constructor(chapterId: string, history: WriteHistory) {
    this.#chapterId = chapterId;
    this.#history = history;
  }

  beginRead(request: Request): void {
    const onRead = this.#history.beginRead(this.#chapterId);
    this.#onReply.set(request, ({ status, rev, content }) => {
      if (status !== 200) return;
      onRead({ rev, text: content });
      this.#texts.set(rev, content);
    });
  }

  async beginSave(request: Request): Promise<void> {
    const { changes, content } = request.postDataJSON() as { changes?: ChangeParts; content?: string };
    const ifMatch = request.headers()['if-match'];
    const baseRev = ifMatch === undefined ? null : Number(ifMatch.replaceAll('"', ''));
    const isChanges = changes !== undefined && baseRev !== null;
    const text = isChanges ? applyChanges(await this.#readBase(baseRev), changes) : content;
    // Other fields than the text.
    if (text === undefined) return;
    const onReply = this.#history.beginSave({ chapterId: this.#chapterId, baseRev, text });
    this.#onReply.set(request, ({ status, rev }) => {
      onReply({ status, rev });
      if (status === 200) this.#texts.set(rev, text);
    });
  }

  async handleReply(response: Response): Promise<void> {
    const request = response.request();
    const status = response.status();
    // A tab that crashes while the reply arrives has no acknowledgement.
    const body = (status === 200 ? await response.json().catch(() => null) : {}) as ChapterReply | null;
    if (body !== null) this.#onReply.get(request)?.({ ...body, status });
    this.#onReply.delete(request);
  }

  /** The text that changes were made to; read from the server when a crash has hidden its acknowledgement. */
  async #readBase(rev: number): Promise<string> {
    const text = this.#texts.get(rev) ?? (await this.#history.readRevision(this.#chapterId, rev));
    this.#texts.set(rev, text);
    return text;
  }
}

/**
 * Records every save of this chapter that a tab of the context sends from now on, with its reply, and every text that
 * a tab reads. Returns a function that waits until everything that was acknowledged so far is recorded.
 */
export async function recordBrowserSaves(
  context: BrowserContext,
  { author, chapterId, history }: RecordedBrowserChapter,
): Promise<() => Promise<void>> {
  await history.read(author, chapterId);
  const saves = new BrowserSaves(chapterId, history);
  let recording: Promise<void> = Promise.resolve();
  const inOrder = (step: () => Promise<void>) => {
    recording = recording.then(step);
    // `waitUntilRecorded` throws it.
    recording.catch(() => undefined);
  };
  const isAboutChapter = (request: Request) => request.url().endsWith(`/api/chapters/${chapterId}`);
  context.on('request', (request) => {
    if (!isAboutChapter(request)) return;
    if (request.method() === 'GET') saves.beginRead(request);
    else inOrder(() => saves.beginSave(request));
  });
  context.on('response', (response) => {
    if (isAboutChapter(response.request())) inOrder(() => saves.handleReply(response));
  });
  return () => recording;
}
