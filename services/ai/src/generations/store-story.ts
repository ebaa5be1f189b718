import { storeGeneratedStory } from '@inkbear/contracts/stories/internal';
import type { Logger } from '@inkbear/service-kit/logger';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';

interface GeneratedStory {
  readonly storyId: string;
  readonly userId: string;
  readonly resultId: string;
  readonly content: string;
}

/**
 * Stores a generated text in the story and returns the new revision. Returns null when the text cannot be stored,
 * because the author has written meanwhile or the stories service is unavailable. Nothing is lost then: this service
 * has stored the text as a result before.
 */
export async function storeStory(
  { peers, logger }: { peers: Peers; logger: Logger },
  { storyId, userId, resultId, content }: GeneratedStory,
): Promise<number | null> {
  try {
    return (
      await peers.call(storeGeneratedStory, { params: { id: storyId }, query: { userId }, body: { resultId, content } })
    ).rev;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    logger.warn({ storyId, code: error.code }, 'generated_story_store_failed');
    return null;
  }
}
