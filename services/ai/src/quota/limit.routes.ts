import { getAiStatus, getCoachingStatus, getLimits, listResults } from '@inkbear/contracts/ai/limit';
import { findScopeForOwner } from '@inkbear/contracts/books/internal';
import { quotas } from '@inkbear/contracts/plans';
import { findAiStorage, getAiStorage, type StorageUsage } from '@inkbear/contracts/storage';
import { findStoryForOwner } from '@inkbear/contracts/stories/internal';
import { getStoryLimits } from '@inkbear/contracts/stories/story-writing';
import type { Peers } from '@inkbear/service-kit/peers';
import { nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { GenerationDeps } from '../generations/generation.ts';
import { listLimits } from './list-limits.ts';
import type { ResultRow } from '../results/result.repository.ts';
import { startOfNextMonth, type Scope, scopeOf } from './limit-rules.ts';
import { presentStoryLimits } from './limit.presenter.ts';

/** The routes that read limits, results and storage. Another user's ids give the same 404 as missing ones. */
export function limitRoutes(deps: GenerationDeps & { peers: Peers }): ServedRoute[] {
  const { peers, results, provider, models, clock } = deps;
  const toScope = async (
    userId: string,
    {
      bookId,
      chapterId,
      storyId,
    }: { bookId?: string | undefined; chapterId?: string | undefined; storyId?: string | undefined },
  ): Promise<Scope> => {
    const bookScope =
      bookId || chapterId ? await peers.call(findScopeForOwner, { query: { userId, bookId, chapterId } }) : {};
    const storyScope = storyId
      ? await peers.call(findStoryForOwner, { params: { id: storyId }, query: { userId } })
      : {};
    return scopeOf(userId, { ...bookScope, ...storyScope });
  };

  const storageOf = async (userId: string): Promise<StorageUsage> => ({
    used: await results.countBytes(userId),
    allowed: quotas.aiResults,
    deleted: 0,
  });

  return [
    serve(getLimits, async ({ identity, query }) =>
      reply(200, await listLimits(deps, await toScope(identity.userId, query))),
    ),

    serve(getStoryLimits, async ({ identity, params }) =>
      reply(200, presentStoryLimits(await listLimits(deps, await toScope(identity.userId, { storyId: params.id })))),
    ),

    serve(listResults, async ({ identity, query }) => {
      await toScope(identity.userId, query);
      const { cursor, ...scope } = query;
      const { rows, next } = await results.listPage({ userId: identity.userId, ...scope }, cursor);
      return reply(200, rows.map(presentResult), nextLink(listResults, scope, next));
    }),

    serve(getAiStorage, async ({ identity }) => reply(200, await storageOf(identity.userId))),
    serve(findAiStorage, async ({ params }) => reply(200, await storageOf(params.id))),

    serve(getCoachingStatus, async ({ identity }) => {
      const coaching = (await listLimits(deps, scopeOf(identity.userId))).find(({ limit }) => limit === 'coaching');
      return reply(200, {
        remaining: Math.max(0, (coaching?.max ?? 0) - (coaching?.used ?? 0)),
        resetsAt: startOfNextMonth(clock.now()),
      });
    }),

    serve(getAiStatus, async () => reply(200, { provider: provider.name, model: models.write.id })),
  ];
}

const presentResult = ({ _id, kind, createdAt, text, variantOf, askedRev, asked, parts }: ResultRow) => ({
  resultId: _id,
  kind,
  createdAt: createdAt.toISOString(),
  text,
  ...(variantOf ? { variantOf } : {}),
  ...(askedRev ? { askedRev } : {}),
  ...(asked ? { asked } : {}),
  ...(parts ? { parts } : {}),
});
