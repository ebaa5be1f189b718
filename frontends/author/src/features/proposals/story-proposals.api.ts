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
import type { Variant } from './proposal.ts';
import { isStoryRequest, type StoryRequest } from './ai-request.ts';
import type { StreamText, StreamTextOptions } from './proposal-target.ts';

/** Streams an AI text for a Personal Story. A text that the server put into an empty story is marked as stored. */
export const streamStoryText =
  (id: string): StreamText =>
  async (request, options) => {
    if (!isStoryRequest(request)) throw new Error(`A story does not support the request ${request.kind}.`);
    return await sendRequest(id, request, options);
  };

async function sendRequest(
  id: string,
  { kind, option, instruction, passage, content, askedRev }: StoryRequest,
  { variantOf, signal, onDelta, onRestart }: StreamTextOptions,
): Promise<Variant> {
  const target = { params: { id }, signal };
  const retry = variantOf === undefined ? {} : { variantOf };
  const shared = { ...retry, ...(askedRev ? { askedRev } : {}) };
  const handlers = { onDelta, onRestart };
  switch (kind) {
    case 'story-generate': {
      const { content: text, resultId, storedRev } = await stream(generateStory, { ...target, body: retry }, handlers);
      return { text, resultId, ...(storedRev === null ? {} : { isInserted: true as const }) };
    }
    case 'story-enhance': {
      if (passage === null) throw new Error('story-enhance needs a passage.');
      const body = {
        selectedText: passage.text,
        enhancementType: option as EnhancementType,
        fullContent: content,
        passageStart: passage.from,
        ...(instruction === undefined ? {} : { instruction }),
        ...shared,
      };
      const { enhancedText: text, resultId } = await stream(enhanceStory, { ...target, body }, handlers);
      return { text, resultId };
    }
    case 'story-polish':
      return asVariant(await stream(polishStory, { ...target, body: { content, ...shared } }, handlers));
    case 'story-tone':
      return asVariant(
        await stream(changeStoryTone, { ...target, body: { content, tone: option as StoryTone, ...shared } }, handlers),
      );
    case 'story-length':
      return asVariant(
        await stream(
          adjustStoryLength,
          { ...target, body: { content, adjustment: option as StoryAdjustment, ...shared } },
          handlers,
        ),
      );
  }
}

const asVariant = ({ content: text, resultId }: { content: string; resultId: string }): Variant => ({ text, resultId });
