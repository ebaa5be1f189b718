import { getContext } from '@inkbear/contracts/ai/context';
import type { Peers } from '@inkbear/service-kit/peers';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { contextParts } from '../prompts/context-parts.ts';
import { rules } from '../prompts/frame.ts';
import { sampleRequests } from '../prompts/sample-requests.ts';
import { loadChapterContext } from './load-context.ts';

/** Shows the author what a provider would receive for a chapter, built by the same code as real prompts. */
export const contextRoutes = ({ peers }: { peers: Peers }): ServedRoute[] => [
  serve(getContext, async ({ identity, query }) => {
    const pin = query.pin?.split(',').filter((part) => part !== '') ?? [];
    const context = await loadChapterContext(peers, identity.userId, query.chapterId, { pin });
    return reply(200, { rules, parts: contextParts(context), requests: sampleRequests(context) });
  }),
];
