import type { Answer } from './author.ts';
import type { RouteOutcome } from './call-route.ts';

const defaultGiveUpAfterMs = 30_000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface SaveOptions {
  /** Gets the outcome of each attempt; its status is 0 when there was no reply. */
  readonly onAnswer?: (outcome: RouteOutcome) => void;
  /** Without the time for which a rate limit asks. */
  readonly giveUpAfterMs?: number;
}

/**
 * Sends a save again, as the editor does, until it is acknowledged; honours Retry-After. Returns the acknowledged
 * revision.
 * @param send must send the same change id each time, so that the save is stored once
 */
export async function saveUntilAcknowledged(
  send: () => Promise<Answer>,
  { onAnswer = () => undefined, giveUpAfterMs = defaultGiveUpAfterMs }: SaveOptions = {},
): Promise<number> {
  let deadline = Date.now() + giveUpAfterMs;
  while (Date.now() < deadline) {
    const startedAt = performance.now();
    const answer = await send().catch(() => null);
    const retryAfter = Number(answer?.headers.get('retry-after') ?? 0);
    const ms = Math.round(performance.now() - startedAt);
    onAnswer({ id: 'patchChapter', status: answer?.status ?? 0, retryAfter, ms });
    if (answer?.status === 200) return Number(answer.body['rev']);
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
  throw new Error(`The save was not acknowledged within ${giveUpAfterMs / 1000} s.`);
}
