import { getAiStatus, getCoachingStatus, getLimits, listResults } from '@inkbear/contracts/ai/limit';
import { readBookForOwner, readChapterForOwner } from '@inkbear/contracts/books/internal';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { type GenerationDeps, listLimits } from '../generations/run-generation.ts';
import { nextMonth, type Scope } from './limit-rules.ts';

/** What is left and what was made, before a click. Foreign ids are the same 404 as missing ones. */
export function limitRoutes(deps: GenerationDeps & { peers: Peers }): ServedRoute[] {
  const { peers, results, provider, clock } = deps;
  const toScope = async (userId: string, query: { bookId?: string | undefined; chapterId?: string | undefined; storyId?: string | undefined }): Promise<Scope> => {
    if (query.storyId) throw new ProblemError('stories.not_found');
    const chapter = query.chapterId ? await peers.call(readChapterForOwner, { params: { id: query.chapterId }, query: { userId } }) : null;
    if (query.bookId && query.bookId !== chapter?.bookId) await peers.call(readBookForOwner, { params: { id: query.bookId }, query: { userId } });
    return { userId, bookId: query.bookId ?? chapter?.bookId ?? null, chapterId: chapter?.id ?? null };
  };

  return [
    serve(getLimits, async ({ identity, query }) => reply(200, await listLimits(deps, await toScope(identity.userId, query)))),

    serve(listResults, async ({ identity, query }) => {
      await toScope(identity.userId, query);
      const rows = await results.listOf({ userId: identity.userId, bookId: query.bookId, chapterId: query.chapterId });
      return reply(200, rows.map(({ _id, kind, createdAt, text, variantOf }) => ({ resultId: _id, kind, createdAt: createdAt.toISOString(), text, ...(variantOf ? { variantOf } : {}) })));
    }),

    serve(getCoachingStatus, async ({ identity }) => {
      const coaching = (await listLimits(deps, { userId: identity.userId, bookId: null, chapterId: null })).find(({ limit }) => limit === 'coaching');
      return reply(200, { remaining: Math.max(0, (coaching?.max ?? 0) - (coaching?.used ?? 0)), resetsAt: nextMonth(clock.now()) });
    }),

    serve(getAiStatus, async () => reply(200, { provider: provider.name, model: provider.model })),
  ];
}
