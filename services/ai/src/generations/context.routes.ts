import { getContext } from '@inkbear/contracts/ai/context';
import type { Peers } from '@inkbear/service-kit/peers';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { contextParts } from '../prompts/context-parts.ts';
import { loadChapterContext } from './load-context.ts';

/** What a provider would be told, for the author to see before asking; made by the very code that makes the prompt. */
export const contextRoutes = ({ peers }: { peers: Peers }): ServedRoute[] => [
  serve(getContext, async ({ identity, query }) => {
    const pin = query.pin?.split(',').filter((part) => part !== '') ?? [];
    return reply(200, { parts: contextParts(await loadChapterContext(peers, identity.userId, query.chapterId, { pin })) });
  }),
];
