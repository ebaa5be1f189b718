import {
  adjustStoryLength,
  changeStoryTone,
  enhanceStory,
  type EnhancementType,
  generateStory,
  polishStory,
  type StoryAdjustment,
  type StoryTone,
} from '@inkbear/contracts/stories/story-writing';
import { stream } from '@inkbear/web-kit/stream.ts';
import type { Attempt } from '../proposal.ts';
import { isStoryWish, type StoryWish } from '../wish.ts';
import type { Ask, Asking } from '../wish-place.ts';

/** Asks for a Personal Story. What `generate` wrote into an empty story is marked as stored. */
export const askForStory =
  (id: string): Ask =>
  async (wish, asking) => {
    if (!isStoryWish(wish)) throw new Error(`A story cannot be asked for ${wish.kind}.`);
    return await ask(id, wish, asking);
  };

async function ask(
  id: string,
  { kind, option, instruction, passage, content, askedRev }: StoryWish,
  { variantOf, signal, onDelta }: Asking,
): Promise<Attempt> {
  const place = { params: { id }, signal };
  const again = variantOf === undefined ? {} : { variantOf };
  const shared = { ...again, ...(askedRev ? { askedRev } : {}) };
  const handlers = { onDelta };
  switch (kind) {
    case 'story-generate': {
      const { content: text, resultId, storedRev } = await stream(generateStory, { ...place, body: again }, handlers);
      return { text, resultId, ...(storedRev === null ? {} : { isStored: true as const }) };
    }
    case 'story-enhance': {
      if (passage === null) throw new Error('Only a passage is enhanced.');
      const body = {
        selectedText: passage.text,
        enhancementType: option as EnhancementType,
        fullContent: content,
        passageStart: passage.from,
        ...(instruction === undefined ? {} : { instruction }),
        ...shared,
      };
      const { enhancedText: text, resultId } = await stream(enhanceStory, { ...place, body }, handlers);
      return { text, resultId };
    }
    case 'story-polish':
      return attemptOf(await stream(polishStory, { ...place, body: { content, ...shared } }, handlers));
    case 'story-tone':
      return attemptOf(
        await stream(changeStoryTone, { ...place, body: { content, tone: option as StoryTone, ...shared } }, handlers),
      );
    case 'story-length':
      return attemptOf(
        await stream(
          adjustStoryLength,
          { ...place, body: { content, adjustment: option as StoryAdjustment, ...shared } },
          handlers,
        ),
      );
  }
}

const attemptOf = ({ content: text, resultId }: { content: string; resultId: string }): Attempt => ({ text, resultId });
