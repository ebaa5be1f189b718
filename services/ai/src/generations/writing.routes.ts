import type { ContextChoice } from '@inkbear/contracts/ai/context';
import {
  adjustChapterTone,
  enhanceContent,
  extendChapter,
  generateChapter,
  generateChapterEnhanced,
  generateEnhancementOptions,
  polishChapter,
  singleCallWordsMax,
} from '@inkbear/contracts/ai/writing';
import { canUseChapterAi } from '@inkbear/contracts/plans';
import { countWords } from '@inkbear/prose/word-count';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type Call, reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { findNames } from '../prompts/find-names.ts';
import { surroundingsOf } from '../prompts/surroundings.ts';
import { scopeOf } from '../quota/limit-rules.ts';
import type { GenerationDeps } from './generation.ts';
import { jsonReply } from './json-reply.ts';
import { type ContextDeps, loadChapterContext } from './load-context.ts';
import { optionsSchema, parseProse } from './parse-reply.ts';
import { runGeneration } from './run-generation.ts';
import type { BookContext, GenerateTask, Task } from './task.ts';
import { writeInParts, type WrittenChapter } from './write-in-parts.ts';

type WritingDeps = GenerationDeps & ContextDeps;
/** The part of a call that is the same for all routes of this file. */
type AnyCall = Pick<Call<typeof generateChapter>, 'identity' | 'idempotencyKey' | 'signal' | 'sendDelta'>;
/** The part of a request body that all writing tools share. */
interface ToolBody {
  readonly chapterId: string;
  readonly context?: ContextChoice | undefined;
  readonly variantOf?: string | undefined;
  readonly askedRev?: number | undefined;
}
type ToolCall = AnyCall & { readonly body: ToolBody };
type ChapterCall = ToolCall & Pick<Call<typeof generateChapter>, 'sendPart'>;

const toolsNeedPro = 'AI writing tools require a Pro subscription.';
const generationNeedsPro = 'Chapter generation requires a Pro subscription';

/** The AI tools of a chapter. Each requires a Pro plan and a chapter of the caller. */
export const writingRoutes = (deps: WritingDeps): ServedRoute[] => [
  generateRoute(deps, generateChapter, false),
  generateRoute(deps, generateChapterEnhanced, true),
  enhanceRoute(deps),
  toneRoute(deps),
  extendRoute(deps),
  polishRoute(deps),
  optionsRoute(deps),
];

const generateRoute = (
  deps: WritingDeps,
  route: typeof generateChapter | typeof generateChapterEnhanced,
  enhanced: boolean,
): ServedRoute =>
  serve(route, async (call) => {
    const { body } = call;
    const context = await loadContext(deps, call, generationNeedsPro);
    const { parsed, ...receipt } = await writeChapter(deps, call, {
      kind: 'generate',
      context,
      bookTitle: body.bookTitle,
      chapterTitle: body.chapterTitle,
      chapterNumber: body.chapterNumber,
      description: context.isPlanExcluded ? '' : body.chapterDescription,
      genre: body.bookGenre,
      targetWords: body.targetWords,
      enhanced,
    });

    return reply(200, {
      content: parsed.text,
      wordCount: countWords(parsed.text),
      parts: parsed.parts,
      analysis: { characters: findNames(parsed.text) },
      ...receipt,
    });
  });

const enhanceRoute = (deps: WritingDeps): ServedRoute =>
  serve(enhanceContent, async (call) => {
    const { content, action, option, instruction, isSelection, fullContent, passageStart } = call.body;
    requireContent(content);
    const context = await loadContext(deps, call, toolsNeedPro);
    const { parsed, ...receipt } = await writeProse(deps, call, {
      kind: action,
      context,
      content,
      option: (action === 'instruct' ? instruction : option) ?? null,
      isSelection,
      around: isSelection ? surroundingsOf(content, fullContent, passageStart) : null,
    });

    return reply(200, { enhanced_content: parsed, ...receipt });
  });

const toneRoute = (deps: WritingDeps): ServedRoute =>
  serve(adjustChapterTone, async (call) => {
    const { content, tone } = call.body;
    requireContent(content);
    const context = await loadContext(deps, call, toolsNeedPro);
    const task = { kind: 'tone', context, content, option: tone, isSelection: false, around: null } as const;
    const { parsed, ...receipt } = await writeProse(deps, call, task);

    return reply(200, { adjusted_content: parsed, ...receipt });
  });

const extendRoute = (deps: WritingDeps): ServedRoute =>
  serve(extendChapter, async (call) => {
    const { content, targetAdditionalWords } = call.body;
    requireContent(content);
    const context = await loadContext(deps, call, toolsNeedPro);
    const task = { kind: 'extend', context, content, additionalWords: targetAdditionalWords } as const;
    const { parsed, ...receipt } = await writeProse(deps, call, task);

    return reply(200, {
      extended_content: `${content.trimEnd().toWellFormed()}\n\n${parsed}`,
      wordsAdded: countWords(parsed),
      ...receipt,
    });
  });

const polishRoute = (deps: WritingDeps): ServedRoute =>
  serve(polishChapter, async (call) => {
    const { content } = call.body;
    requireContent(content);
    const context = await loadContext(deps, call, toolsNeedPro);
    const task = { kind: 'polish', context, content, option: null, isSelection: false, around: null } as const;
    const { parsed, ...receipt } = await writeProse(deps, call, task);

    return reply(200, { polished_content: parsed, ...receipt });
  });

const optionsRoute = (deps: WritingDeps): ServedRoute =>
  serve(generateEnhancementOptions, async (call) => {
    const { body, idempotencyKey, signal, sendPartial } = call;
    requireContent(body.selectedText);
    const context = await loadContext(deps, call, toolsNeedPro);
    const { parsed, ...receipt } = await runGeneration(deps, {
      scope: scopeIn(call, context),
      task: {
        kind: 'options',
        context,
        selectedText: body.selectedText,
        type: body.enhancementType,
        option: body.specificOption ?? null,
        count: body.requestedVariations,
        spelling: body.spellingPreference,
        around: surroundingsOf(body.selectedText, body.fullContent, body.passageStart),
      },
      requestKey: idempotencyKey,
      variantOf: body.variantOf,
      baseRev: body.askedRev,
      signal,
      ...jsonReply(optionsSchema, sendPartial),
      proseOf: ({ options }) => options.join('\n\n'),
    });

    return reply(200, { options: parsed.options, ...receipt });
  });

const scopeIn = ({ identity }: AnyCall, { book, chapter }: BookContext) =>
  scopeOf(identity.userId, { bookId: book.id, chapterId: chapter.id });

async function loadContext(
  deps: WritingDeps,
  { identity: { userId }, body }: ToolCall,
  message: string,
): Promise<BookContext> {
  await deps.entitlements.require(userId, canUseChapterAi, new ProblemError('plan.required', { message }));
  return await loadChapterContext(deps, { userId, chapterId: body.chapterId }, body.context);
}

type TaskInBook = Task & { readonly context: BookContext };

/** The part of a generation that is the same for all prose. */
const proseRequest = (call: ToolCall, task: TaskInBook) => ({
  scope: scopeIn(call, task.context),
  task,
  requestKey: call.idempotencyKey,
  variantOf: call.body.variantOf,
  baseRev: call.body.askedRev,
  signal: call.signal,
  sendDelta: call.sendDelta,
});

const writeProse = (deps: WritingDeps, call: ToolCall, task: TaskInBook) =>
  runGeneration(deps, { ...proseRequest(call, task), parse: parseProse, textOf: (text) => text });

/** Writes a short chapter by one call of the provider, and a long one in parts. */
function writeChapter(deps: WritingDeps, call: ChapterCall, task: GenerateTask) {
  const request = { ...proseRequest(call, task), task };
  const isLong = task.targetWords > singleCallWordsMax;
  const parts = isLong ? writeInParts(deps, { ...request, sendPart: call.sendPart }) : undefined;
  return runGeneration<WrittenChapter>(deps, {
    ...request,
    ...(parts ? { parts, promptKind: 'write-part' } : {}),
    parse: (text, stored) => {
      const prose = parseProse(text);
      return prose === null ? null : { text: prose, parts: stored?.parts ?? null };
    },
    textOf: ({ text }) => text,
    partsOf: (chapter) => chapter.parts,
  });
}

function requireContent(content: string): void {
  if (content.trim() === '') throw new ProblemError('ai.no_content');
}
