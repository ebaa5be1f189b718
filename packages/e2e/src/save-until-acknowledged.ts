import { randomUUID } from 'node:crypto';
import type { Author } from './author.ts';

const giveUpAfterMs = 30_000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Appends words to a chapter as the editor does: retries with one change id until the save is acknowledged, and honours
 * Retry-After. Returns the acknowledged revision.
 */
export async function saveUntilAcknowledged(
  author: Author,
  chapterId: string,
  state: { rev: number; length: number },
  words: string,
): Promise<number> {
  const changeId = randomUUID();
  const changes = state.length === 0 ? [[0, words]] : [state.length, [0, words]];
  let deadline = Date.now() + giveUpAfterMs;
  while (Date.now() < deadline) {
    const answer = await author
      .call('PATCH', `/api/chapters/${chapterId}`, { changeId, changes, origins: [] }, { 'if-match': `"${state.rev}"` })
      .catch(() => null);
    if (answer?.status === 200) {
      state.rev = Number(answer.body['rev']);
      state.length += words.length;
      return state.rev;
    }
    if (answer?.status === 429) {
      const retryAfterMs = Number(answer.headers.get('retry-after') ?? 1) * 1000;
      await wait(retryAfterMs);
      deadline += retryAfterMs;
      continue;
    }
    if (answer && answer.status < 500)
      throw new Error(`A save was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    await wait(100);
  }
  throw new Error('The save was not acknowledged within 30 s.');
}
