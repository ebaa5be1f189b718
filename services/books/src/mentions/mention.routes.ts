import * as contract from '@inkbear/contracts/bible/mentions';
import { nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { listMentions, type MentionDeps } from './list-mentions.ts';

export const mentionRoutes = (deps: MentionDeps): ServedRoute[] => [
  serve(contract.listBibleMentions, async ({ params, query, identity, signal }) => {
    const { mentions, next } = await listMentions(deps, {
      bookId: params.id,
      userId: identity.userId,
      signal,
      ...query,
    });

    return reply(200, mentions, nextLink(contract.listBibleMentions, query, next, params));
  }),
];
