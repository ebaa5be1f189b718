import { canUseStories } from '@inkbear/contracts/plans';
import { readStoryForOwner } from '@inkbear/contracts/stories/internal';
import type { Story } from '@inkbear/contracts/stories/story';
import {
  adjustStoryLength,
  changeStoryTone,
  enhanceStory,
  generateStory,
  polishStory,
} from '@inkbear/contracts/stories/story-writing';
import { countWords } from '@inkbear/prose/word-count';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type Call, reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { surroundingsOf } from '../prompts/surroundings.ts';
import { scopeOf } from '../quota/limit-rules.ts';
import { parseProse } from './replies.ts';
import { type GenerationDeps, runGeneration } from './run-generation.ts';
import { storeStory } from './store-story.ts';
import type { StoryTask } from './story-task.ts';

type AnyCall = Pick<Call<typeof polishStory>, 'params' | 'identity' | 'signal' | 'sendDelta'>;
interface Asked {
  readonly variantOf?: string | undefined;
  readonly askedRev?: number | undefined;
}

/** The tools of a personal story: all of them need a Pro plan and the author's own story. */
export function storyRoutes(deps: GenerationDeps & { peers: Peers }): ServedRoute[] {
  const { entitlements, peers } = deps;
  const open = async (
    { identity: { userId }, params }: AnyCall,
    message = 'AI writing tools require a Pro subscription.',
  ): Promise<Story> => {
    await entitlements.require(userId, canUseStories, new ProblemError('plan.required', { message }));
    return await peers.call(readStoryForOwner, { params, query: { userId } });
  };
  const run = ({ params, identity, signal, sendDelta }: AnyCall, task: StoryTask, { variantOf, askedRev }: Asked) =>
    runGeneration(deps, {
      scope: scopeOf(identity.userId, { storyId: params.id }),
      task,
      variantOf,
      askedRev,
      signal,
      sendDelta,
      parse: parseProse,
      textOf: (text) => text,
    });
  const proposal = async (call: AnyCall, task: StoryTask, asked: Asked) => {
    const { parsed: content, ...settled } = await run(call, task, asked);
    return reply(200, { content, ...settled });
  };

  return [
    serve(generateStory, async (call) => {
      const story = await open(call, 'Story generation requires a Pro plan.');
      const variantOf = call.body?.variantOf;
      const hasText = story.content.trim() !== '';
      if (hasText && variantOf === undefined) throw new ProblemError('stories.has_content');
      const { parsed: content, ...settled } = await run(
        call,
        { kind: 'story-generate', story },
        { variantOf, askedRev: story.rev },
      );
      const storedRev = hasText
        ? null
        : await storeStory(deps, {
            storyId: story.id,
            userId: call.identity.userId,
            resultId: settled.resultId,
            content,
          });
      return reply(200, { content, wordCount: countWords(content), storedRev, ...settled });
    }),

    serve(polishStory, async (call) =>
      proposal(call, { kind: 'story-polish', story: await open(call), content: call.body.content }, call.body),
    ),
    serve(changeStoryTone, async (call) =>
      proposal(
        call,
        { kind: 'story-tone', story: await open(call), content: call.body.content, tone: call.body.tone },
        call.body,
      ),
    ),
    serve(adjustStoryLength, async (call) =>
      proposal(
        call,
        { kind: 'story-length', story: await open(call), content: call.body.content, adjustment: call.body.adjustment },
        call.body,
      ),
    ),

    serve(enhanceStory, async (call) => {
      const { selectedText, enhancementType: enhancement, instruction, fullContent, passageStart } = call.body;
      const story = await open(call);
      const { parsed: enhancedText, ...settled } = await run(
        call,
        {
          kind: 'story-enhance',
          story,
          selectedText,
          enhancement,
          instruction: instruction ?? '',
          around: surroundingsOf(selectedText, fullContent, passageStart),
        },
        call.body,
      );
      return reply(200, { enhancedText, ...settled });
    }),
  ];
}
