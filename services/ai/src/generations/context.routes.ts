import { getContext } from '@inkbear/contracts/ai/context';
import type { Peers } from '@inkbear/service-kit/peers';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { contextParts } from '../prompts/context-parts.ts';
import { rules } from '../prompts/frame.ts';
import { sampleRequests } from '../prompts/sample-requests.ts';
import { loadChapterContext } from './load-context.ts';

/** What a provider would be told, for the author to see before asking; made by the very code that makes the prompt. */
export const contextRoutes = ({ peers }: { peers: Peers }): ServedRoute[] => [
  serve(getContext, async ({ identity, query }) => {
    const pin = query.pin?.split(',').filter((part) => part !== '') ?? [];
    const context = await loadChapterContext(peers, identity.userId, query.chapterId, { pin });
    return reply(200, { rules, parts: contextParts(context), requests: sampleRequests(context) });
  }),
];
