import { getContext } from '@inkbear/contracts/ai/context';
import type { Peers } from '@inkbear/service-kit/peers';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { rules } from '../prompts/prompt.ts';
import { sampleRequests } from '../prompts/sample-requests.ts';
import type { ContextBudgets } from '../context/budgets.ts';
import type { Provider } from '../providers/provider.ts';
import type { GenerationWorker } from './generation-worker.ts';
import { loadChapterContext } from './load-context.ts';

interface ContextDeps {
  readonly peers: Peers;
  readonly worker: GenerationWorker;
  readonly provider: Provider;
  readonly budgets: ContextBudgets;
}

/** Shows the author what a provider would receive for a chapter, built by the same code as real prompts. */
export const contextRoutes = ({ peers, worker, provider, budgets }: ContextDeps): ServedRoute[] => [
  serve(getContext, async ({ identity, query, signal }) => {
    const pin = query.pin?.split(',').filter((part) => part !== '') ?? [];
    const context = await loadChapterContext(peers, identity.userId, query.chapterId, { pin });
    const { parts, used } = await worker.buildContext(context, { share: identity.userId, signal });
    return reply(200, {
      rules,
      parts: [...parts],
      budget: budgets.write,
      used,
      model: provider.model,
      requests: sampleRequests(context),
    });
  }),
];
