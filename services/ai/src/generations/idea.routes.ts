import type { AskedIdea } from '@inkbear/contracts/ai/limit';
import { generateOutline, generateTitles, genreQuiz, regenerateOutline } from '@inkbear/contracts/ai/ideas';
import { readBookForOwner } from '@inkbear/contracts/books/internal';
import { canUseChapterAi } from '@inkbear/contracts/plans';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type Call, reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { z } from 'zod';
import { scopeOf } from '../quota/limit-rules.ts';
import { requireBook } from './load-context.ts';
import { outlineReply, parseJson, quizReply, titlesReply } from './replies.ts';
import { type GenerationDeps, runGeneration } from './run-generation.ts';
import type { Task } from './task.ts';

type AnyCall = Pick<Call<typeof generateTitles>, 'identity' | 'signal' | 'sendDelta'>;

/** Titles, quiz and outlines: open to every plan, counted for free ones. */
export function ideaRoutes(deps: GenerationDeps & { peers: Peers }): ServedRoute[] {
  const { peers, entitlements } = deps;
  const run = async <S extends z.ZodType>(
    call: AnyCall,
    task: Task,
    schema: S,
    bookId: string | null,
    variantOf: string | undefined,
    asked?: AskedIdea,
  ) => {
    const scope = scopeOf(call.identity.userId, { bookId });
    const { parsed, ...settled } = await runGeneration(deps, {
      scope,
      task,
      variantOf,
      asked,
      signal: call.signal,
      sendDelta: call.sendDelta,
      parse: parseJson(schema),
      textOf: (value) => JSON.stringify(value),
    });
    return { ...(parsed as object), ...settled } as z.output<S> & typeof settled;
  };

  return [
    serve(generateTitles, async (call) => {
      const { topic, genre, bookId, variantOf } = call.body;
      if (bookId) await requireBook(peers, call.identity.userId, bookId);
      return reply(
        200,
        await run(call, { kind: 'titles', topic, genre }, titlesReply, bookId ?? null, variantOf, { topic, genre }),
      );
    }),

    serve(genreQuiz, async (call) => {
      const { variantOf, ...answers } = call.body;
      return reply(200, await run(call, { kind: 'quiz', ...answers }, quizReply, null, variantOf));
    }),

    serve(generateOutline, async (call) => {
      const { title, genre, targetLength, bookId, variantOf } = call.body;
      if (bookId) await requireBook(peers, call.identity.userId, bookId);
      return reply(
        200,
        await run(
          call,
          { kind: 'outline', title, genre, targetLength, notes: '' },
          outlineReply,
          bookId ?? null,
          variantOf,
          { title, genre, targetLength },
        ),
      );
    }),

    serve(regenerateOutline, async (call) => {
      const { bookId, title, genre, userNotes, variantOf } = call.body;
      await entitlements.require(
        call.identity.userId,
        canUseChapterAi,
        new ProblemError('plan.required', { message: 'Regenerating the outline needs a Pro plan.' }),
      );
      const { book } = await peers.call(readBookForOwner, {
        params: { id: bookId },
        query: { userId: call.identity.userId },
      });
      if (book.aiSuspended) throw new ProblemError('ai.suspended');
      return reply(
        200,
        await run(
          call,
          { kind: 'outline', title, genre, targetLength: book.wordCount, notes: userNotes },
          outlineReply,
          bookId,
          variantOf,
          { title, genre, targetLength: book.wordCount },
        ),
      );
    }),
  ];
}
