import type { BrowserContext, Response } from 'playwright-core';
import type { Author } from './author.ts';
import type { WriteHistory } from './write-history.ts';

/** A change set as it is sent: units to keep, or units to delete and the lines to insert instead. */
type ChangeParts = readonly (number | readonly [number, ...string[]])[];

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

/**
 * Records every save of this chapter that a tab of the context sends and whose acknowledgement it gets. Returns a
 * function that waits until everything that was acknowledged so far is recorded.
 */
export function recordBrowserSaves(
  context: BrowserContext,
  { author, chapterId, history }: { author: Author; chapterId: string; history: WriteHistory },
): () => Promise<void> {
  const texts = new Map<number, string>();
  let recording: Promise<void> = Promise.resolve();

  /** The text that the changes were made to; read when a crash has hidden its acknowledgement. */
  async function readBase(rev: number): Promise<string> {
    const known = texts.get(rev);
    if (known !== undefined) return known;
    const { status, body } = await author.call('GET', `/api/chapters/${chapterId}/revisions/${rev}`);
    if (status !== 200) throw new Error(`Revision ${rev} was answered ${status}.`);
    return String(body['content']);
  }

  async function record(response: Response): Promise<void> {
    const request = response.request();
    const { changes } = request.postDataJSON() as { changes: ChangeParts };
    // A tab that crashes while the reply arrives has no acknowledgement.
    const reply = (await response.json().catch(() => null)) as { rev: number } | null;
    if (reply === null) return;
    const base = Number((request.headers()['if-match'] ?? '').replaceAll('"', ''));
    const text = applyChanges(await readBase(base), changes);
    texts.set(reply.rev, text);
    history.record({ author, chapterId, rev: reply.rev, text });
  }

  context.on('response', (response) => {
    const isSave = response.request().method() === 'PATCH' && response.url().endsWith(`/api/chapters/${chapterId}`);
    if (isSave && response.status() === 200) recording = recording.then(() => record(response));
    // `waitUntilRecorded` throws it.
    recording.catch(() => undefined);
  });
  return () => recording;
}
