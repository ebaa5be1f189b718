import { getContext } from '@inkbear/contracts/ai/context';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { ContextBudgets } from '../context/budgets.ts';
import { insertExcludedParts } from '../context/insert-excluded-parts.ts';
import type { Models } from '../models/choose-models.ts';
import { nonceOf, systemInstructions, withNonce } from '../prompts/prompt.ts';
import { sampleRequests } from '../prompts/sample-requests.ts';
import { applyContextChoice } from './apply-context-choice.ts';
import type { GenerationWorker } from './generation-worker.ts';
import { type ContextDeps, readWholeContext } from './load-context.ts';

interface ContextRouteDeps extends ContextDeps {
  readonly worker: GenerationWorker;
  readonly models: Models;
  readonly budgets: ContextBudgets;
}

/** Shows the author what a provider would receive for a chapter, built by the same code as real prompts. */
export const contextRoutes = ({ worker, models, budgets, ...deps }: ContextRouteDeps): ServedRoute[] => [
  serve(getContext, async ({ identity: { userId }, query: { chapterId, pin }, signal }) => {
    const requested = pin === undefined ? undefined : { exclude: [], pin: pin.split(',').filter((id) => id !== '') };
    const { wholeContext, choice } = await readWholeContext(deps, { userId, chapterId }, requested);
    const context = applyContextChoice(wholeContext, choice);
    const job = { owner: userId, signal };
    const { parts, used } = await worker.buildContext(context, job);
    const { parts: allParts } =
      choice.exclude.length === 0
        ? { parts }
        : await worker.buildContext(applyContextChoice(wholeContext, { pin: choice.pin }), job);

    const nonce = nonceOf(context.book.id);

    return reply(200, {
      rules: withNonce(systemInstructions, nonce),
      parts: insertExcludedParts(parts, allParts, new Set(choice.exclude)),
      budget: budgets.write,
      used,
      model: models.write.id,
      requests: sampleRequests(context).map(({ label, text }) => ({ label, text: withNonce(text, nonce) })),
    });
  }),
];
