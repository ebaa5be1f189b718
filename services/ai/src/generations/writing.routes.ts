import type { ContextChoice } from '@inkbear/contracts/ai/context';
import {
  adjustChapterTone,
  enhanceContent,
  extendChapter,
  generateChapter,
  generateChapterEnhanced,
  generateEnhancementOptions,
  polishChapter,
} from '@inkbear/contracts/ai/writing';
import { canUseChapterAi } from '@inkbear/contracts/plans';
import { countWords } from '@inkbear/prose/word-count';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type Call, reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { z } from 'zod';
import { scopeOf } from '../quota/limit-rules.ts';
import { namesIn } from '../prompts/facts.ts';
import { surroundingsOf } from '../prompts/surroundings.ts';
import { loadChapterContext } from './load-context.ts';
import { optionsReply, parseJson, parseProse } from './replies.ts';
import { type GenerationDeps, runGeneration } from './run-generation.ts';
import type { BookContext, Task } from './task.ts';

type AnyCall = Pick<Call<typeof generateChapter>, 'identity' | 'signal' | 'sendDelta'>;

const scopeIn = ({ identity }: AnyCall, { book, chapter }: BookContext) =>
  scopeOf(identity.userId, { bookId: book.id, chapterId: chapter.id });

/** The tools that write in a chapter: all of them need a Pro plan and the author's own chapter. */
export function writingRoutes(deps: GenerationDeps & { peers: Peers }): ServedRoute[] {
  const { entitlements, peers } = deps;
  const open = async (
    userId: string,
    { chapterId, context }: { chapterId: string; context?: ContextChoice },
    message: string,
  ): Promise<BookContext> => {
    await entitlements.require(userId, canUseChapterAi, new ProblemError('plan.required', { message }));
    return await loadChapterContext(peers, userId, chapterId, context);
  };
  const tools = 'AI writing tools require a Pro subscription.';
  const run = async (
    call: AnyCall,
    context: BookContext,
    task: Task,
    asked: { readonly variantOf?: string | undefined; readonly askedRev?: number | undefined },
  ) => {
    const scope = scopeIn(call, context);
    return await runGeneration(deps, {
      scope,
      task,
      variantOf: asked.variantOf,
      askedRev: asked.askedRev,
      signal: call.signal,
      sendDelta: call.sendDelta,
      parse: parseProse,
      textOf: (text) => text,
    });
  };
  const requireContent = (content: string) => {
    if (content.trim() === '') throw new ProblemError('ai.no_content');
  };

  const generate = (route: typeof generateChapter | typeof generateChapterEnhanced, enhanced: boolean) =>
    serve(route, async (call) => {
      const { body } = call;
      const context = await open(call.identity.userId, body, 'Chapter generation requires a Pro subscription');
      const task: Task = {
        kind: 'generate',
        context,
        bookTitle: body.bookTitle,
        chapterTitle: body.chapterTitle,
        chapterNumber: body.chapterNumber,
        description: body.chapterDescription,
        genre: body.bookGenre,
        targetWords: body.targetWords,
        enhanced,
      };
      const { parsed, ...settled } = await run(call, context, task, body);
      return reply(200, {
        content: parsed,
        wordCount: countWords(parsed),
        analysis: { characters: namesIn(`. ${parsed}`) },
        ...settled,
      });
    });

  return [
    generate(generateChapter, false),
    generate(generateChapterEnhanced, true),

    serve(enhanceContent, async (call) => {
      const { content, action, option, isSelection, fullContent, passageStart } = call.body;
      requireContent(content);
      const context = await open(call.identity.userId, call.body, tools);
      const { parsed, ...settled } = await run(
        call,
        context,
        {
          kind: action,
          context,
          content,
          option: option ?? null,
          isSelection,
          around: isSelection ? surroundingsOf(content, fullContent, passageStart) : null,
        },
        call.body,
      );
      return reply(200, { enhanced_content: parsed, ...settled });
    }),

    serve(adjustChapterTone, async (call) => {
      const { content, tone } = call.body;
      requireContent(content);
      const context = await open(call.identity.userId, call.body, tools);
      const { parsed, ...settled } = await run(
        call,
        context,
        { kind: 'tone', context, content, option: tone, isSelection: false, around: null },
        call.body,
      );
      return reply(200, { adjusted_content: parsed, ...settled });
    }),

    serve(extendChapter, async (call) => {
      const { content, targetAdditionalWords } = call.body;
      requireContent(content);
      const context = await open(call.identity.userId, call.body, tools);
      const { parsed, ...settled } = await run(
        call,
        context,
        { kind: 'extend', context, content, additionalWords: targetAdditionalWords },
        call.body,
      );
      return reply(200, {
        extended_content: `${content.trimEnd().toWellFormed()}\n\n${parsed}`,
        wordsAdded: countWords(parsed),
        ...settled,
      });
    }),

    serve(polishChapter, async (call) => {
      const { content } = call.body;
      requireContent(content);
      const context = await open(call.identity.userId, call.body, tools);
      const { parsed, ...settled } = await run(
        call,
        context,
        { kind: 'polish', context, content, option: null, isSelection: false, around: null },
        call.body,
      );
      return reply(200, { polished_content: parsed, ...settled });
    }),

    serve(generateEnhancementOptions, async (call) => {
      const {
        selectedText,
        fullContent,
        passageStart,
        enhancementType,
        specificOption,
        requestedVariations,
        spellingPreference,
        variantOf,
        askedRev,
      } = call.body;
      requireContent(selectedText);
      const context = await open(call.identity.userId, call.body, tools);
      const task: Task = {
        kind: 'options',
        context,
        selectedText,
        type: enhancementType,
        option: specificOption ?? null,
        count: requestedVariations,
        spelling: spellingPreference,
        around: surroundingsOf(selectedText, fullContent, passageStart),
      };
      const { parsed, ...settled } = await runGeneration<z.output<typeof optionsReply>>(deps, {
        scope: scopeIn(call, context),
        task,
        variantOf,
        askedRev,
        signal: call.signal,
        sendDelta: call.sendDelta,
        parse: parseJson(optionsReply),
        textOf: (answer) => JSON.stringify(answer),
        proseOf: ({ options }) => options.join('\n\n'),
      });
      return reply(200, { options: parsed.options, ...settled });
    }),
  ];
}
