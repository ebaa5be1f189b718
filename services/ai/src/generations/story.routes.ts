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
import { normaliseNewlines } from '@inkbear/prose/changes';
import { countWords } from '@inkbear/prose/word-count';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type Call, reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { surroundingsOf } from '../prompts/surroundings.ts';
import { scopeOf } from '../quota/limit-rules.ts';
import type { GenerationDeps } from './generation.ts';
import { parseProse } from './parse-reply.ts';
import { findStoredResult } from './reserve-usage.ts';
import { runGeneration } from './run-generation.ts';
import { storeStory } from './store-story.ts';
import type { StoryTask } from './story-task.ts';

type StoryDeps = GenerationDeps & { readonly peers: Peers };
/** The part of a call that is the same for all routes of this file. */
type AnyCall = Pick<Call<typeof polishStory>, 'params' | 'identity' | 'idempotencyKey' | 'signal' | 'sendDelta'>;
interface RequestOptions {
  readonly variantOf?: string | undefined;
  readonly askedRev?: number | undefined;
}

const toolsNeedPro = 'AI writing tools require a Pro subscription.';
const generationNeedsPro = 'Story generation requires a Pro plan.';

/** The AI tools of a personal story. Each requires a Pro plan and a story of the caller. */
export const storyRoutes = (deps: StoryDeps): ServedRoute[] => [
  generateRoute(deps),
  ...wholeTextRoutes(deps),
  enhanceRoute(deps),
];

const generateRoute = (deps: StoryDeps): ServedRoute =>
  serve(generateStory, async (call) => {
    const story = await loadStory(deps, call, generationNeedsPro);
    const variantOf = call.body?.variantOf;
    const { userId } = call.identity;
    const task = { kind: 'story-generate', story } as const;
    const hasText = story.content.trim() !== '';
    const isRepeat = async (): Promise<boolean> => {
      const request = { scope: scopeOf(userId, { storyId: story.id }), task, requestKey: call.idempotencyKey };
      return (await findStoredResult(deps, request)) !== null;
    };
    if (hasText && variantOf === undefined && !(await isRepeat())) throw new ProblemError('stories.has_content');

    const { parsed: content, ...receipt } = await writeProse(deps, call, task, { variantOf, askedRev: story.rev });
    const { resultId } = receipt;
    const storedRev = hasText
      ? revWithText(story, content)
      : await storeStory(deps, { storyId: story.id, userId, resultId, content });

    return reply(200, { content, wordCount: countWords(content), storedRev, ...receipt });
  });

/** The revision of the story if it has this text already, because the request is a repeat; null otherwise. */
const revWithText = ({ content, rev }: Story, text: string): number | null =>
  content === normaliseNewlines(text) ? rev : null;

const wholeTextRoutes = (deps: StoryDeps): ServedRoute[] => {
  const propose = async (call: AnyCall, task: StoryTask, options: RequestOptions) => {
    const { parsed: content, ...receipt } = await writeProse(deps, call, task, options);
    return reply(200, { content, ...receipt });
  };

  return [
    serve(polishStory, async (call) => {
      const story = await loadStory(deps, call, toolsNeedPro);
      return propose(call, { kind: 'story-polish', story, content: call.body.content }, call.body);
    }),

    serve(changeStoryTone, async (call) => {
      const { content, tone } = call.body;
      const story = await loadStory(deps, call, toolsNeedPro);
      return propose(call, { kind: 'story-tone', story, content, tone }, call.body);
    }),

    serve(adjustStoryLength, async (call) => {
      const { content, adjustment } = call.body;
      const story = await loadStory(deps, call, toolsNeedPro);
      return propose(call, { kind: 'story-length', story, content, adjustment }, call.body);
    }),
  ];
};

const enhanceRoute = (deps: StoryDeps): ServedRoute =>
  serve(enhanceStory, async (call) => {
    const { selectedText, enhancementType: enhancement, instruction, fullContent, passageStart } = call.body;
    const story = await loadStory(deps, call, toolsNeedPro);
    const around = surroundingsOf(selectedText, fullContent, passageStart);
    const task = {
      kind: 'story-enhance',
      story,
      selectedText,
      enhancement,
      instruction: instruction ?? '',
      around,
    } as const;
    const { parsed: enhancedText, ...receipt } = await writeProse(deps, call, task, call.body);

    return reply(200, { enhancedText, ...receipt });
  });

async function loadStory(
  { entitlements, peers }: StoryDeps,
  { identity: { userId }, params }: AnyCall,
  message: string,
): Promise<Story> {
  await entitlements.require(userId, canUseStories, new ProblemError('plan.required', { message }));
  return await peers.call(readStoryForOwner, { params, query: { userId } });
}

const writeProse = (
  deps: StoryDeps,
  { params, identity, idempotencyKey, signal, sendDelta }: AnyCall,
  task: StoryTask,
  { variantOf, askedRev }: RequestOptions,
) =>
  runGeneration(deps, {
    scope: scopeOf(identity.userId, { storyId: params.id }),
    task,
    requestKey: idempotencyKey,
    variantOf,
    baseRev: askedRev,
    signal,
    sendDelta,
    parse: parseProse,
    textOf: (text) => text,
  });
