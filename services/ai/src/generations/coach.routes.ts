import { askWritingCoach } from '@inkbear/contracts/ai/ideas';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { z } from 'zod';
import { canUseCoach, scopeOf } from '../quota/limit-rules.ts';
import { loadNumberedChapter } from './load-context.ts';
import { coachSchema, parseJson } from './parse-reply.ts';
import type { GenerationDeps } from './generation.ts';
import { runGeneration } from './run-generation.ts';

/** Answers questions about a chapter: five per calendar month, on an active plan. */
export const coachRoutes = (deps: GenerationDeps & { peers: Peers }): ServedRoute[] => [
  serve(askWritingCoach, async ({ identity: { userId }, body, signal, sendDelta }) => {
    const { bookId, chapterNumber, question, genre, variantOf, context: choice } = body;
    await deps.entitlements.require(
      userId,
      canUseCoach,
      new ProblemError('plan.required', { message: 'The writing coach requires a Pro subscription.' }),
    );
    const { context, content } = await loadNumberedChapter(deps.peers, { userId, bookId, chapterNumber }, choice);
    const scope = scopeOf(userId, { bookId: context.book.id, chapterId: context.chapter.id });
    const { parsed, ...receipt } = await runGeneration<z.output<typeof coachSchema>>(deps, {
      scope,
      task: { kind: 'coach', context, content, question, genre },
      variantOf,
      signal,
      sendDelta,
      parse: parseJson(coachSchema),
      textOf: (advice) => JSON.stringify(advice),
    });
    return reply(200, { ...parsed, ...receipt });
  }),
];
