import { randomUUID } from 'node:crypto';
import type { Author } from './author.ts';
import type { RouteOutcome } from './call-route.ts';

const giveUpAfterMs = 30_000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Appends words to a chapter as the editor does: retries with one change id until the save is acknowledged, and honours
 * Retry-After. Returns the acknowledged revision.
 * @param onAnswer gets the outcome of each attempt; its status is 0 when there was no reply
 */
export async function saveUntilAcknowledged(
  author: Author,
  chapterId: string,
  state: { rev: number; length: number },
  words: string,
  onAnswer: (outcome: RouteOutcome) => void = () => undefined,
): Promise<number> {
  const changeId = randomUUID();
  const changes = state.length === 0 ? [[0, words]] : [state.length, [0, words]];
  let deadline = Date.now() + giveUpAfterMs;
  while (Date.now() < deadline) {
    const startedAt = performance.now();
    const answer = await author
      .call('PATCH', `/api/chapters/${chapterId}`, { changeId, changes, origins: [] }, { 'if-match': `"${state.rev}"` })
      .catch(() => null);
    const retryAfter = Number(answer?.headers.get('retry-after') ?? 0);
    const ms = Math.round(performance.now() - startedAt);
    onAnswer({ id: 'patchChapter', status: answer?.status ?? 0, retryAfter, ms });
    if (answer?.status === 200) {
      state.rev = Number(answer.body['rev']);
      state.length += words.length;
      return state.rev;
    }
    if (answer?.status === 429) {
      const retryAfterMs = Math.max(1, retryAfter) * 1000;
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
