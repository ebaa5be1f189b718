import { askWritingCoach } from '@inkbear/contracts/ai/ideas';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { canUseCoach, scopeOf } from '../quota/limit-rules.ts';
import { jsonReply } from './json-reply.ts';
import { type ContextDeps, loadNumberedChapter } from './load-context.ts';
import { coachSchema } from './parse-reply.ts';
import type { GenerationDeps } from './generation.ts';
import { runGeneration } from './run-generation.ts';

/** Answers questions about a chapter: five per calendar month, on an active plan. */
export const coachRoutes = (deps: GenerationDeps & ContextDeps): ServedRoute[] => [
  serve(askWritingCoach, async ({ identity: { userId }, idempotencyKey, body, signal, sendPartial }) => {
    const { bookId, chapterNumber, question, genre, variantOf, context: choice } = body;
    await deps.entitlements.require(
      userId,
      canUseCoach,
      new ProblemError('plan.required', { message: 'The writing coach requires a Pro subscription.' }),
    );
    const { context, content } = await loadNumberedChapter(deps, { userId, bookId, chapterNumber }, choice);
    const scope = scopeOf(userId, { bookId: context.book.id, chapterId: context.chapter.id });
    const { parsed, ...receipt } = await runGeneration(deps, {
      scope,
      task: { kind: 'coach', context, content, question, genre },
      requestKey: idempotencyKey,
      variantOf,
      signal,
      ...jsonReply(coachSchema, sendPartial),
    });
    return reply(200, { ...parsed, ...receipt });
  }),
];
