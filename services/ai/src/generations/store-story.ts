import { storeGeneratedStory } from '@inkbear/contracts/stories/internal';
import type { Logger } from '@inkbear/service-kit/logger';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';

interface Generated {
  readonly storyId: string;
  readonly userId: string;
  readonly resultId: string;
  readonly content: string;
}

/** Hands a generated text to stories and answers the revision that holds it. Null when it cannot be kept there, because the author has written meanwhile or stories is away: the result is kept here in any case. */
export async function storeStory(
  { peers, logger }: { peers: Peers; logger: Logger },
  { storyId, userId, resultId, content }: Generated,
): Promise<number | null> {
  try {
    return (
      await peers.call(storeGeneratedStory, { params: { id: storyId }, query: { userId }, body: { resultId, content } })
    ).rev;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    logger.warn({ storyId, code: error.code }, 'a generated story stays a proposal');
    return null;
  }
}
