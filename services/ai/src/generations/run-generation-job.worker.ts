import { type BuiltContext, buildContext } from '../context/build-context.ts';
import type { ContextBudgets } from '../context/budgets.ts';
import { countTokens } from '../context/count-tokens.ts';
import { answerOffline } from '../offline/offline-provider.ts';
import { buildPrompt } from '../prompts/build-prompt.ts';
import { planOf } from '../prompts/plan-text.ts';
import type { Prompt } from '../prompts/prompt.ts';
import type { BookContext, Task } from './task.ts';

export type GenerationJob =
  | { readonly kind: 'context'; readonly context: BookContext; readonly budget: number }
  | { readonly kind: 'prompt'; readonly task: Task; readonly budgets: ContextBudgets }
  | { readonly kind: 'answer'; readonly task: Task; readonly variant: number };

/** Builds the parts of a context, a prompt or an offline answer, in a worker thread of `GenerationWorker`. */
export default function runGenerationJob(job: GenerationJob): BuiltContext | Prompt | string {
  switch (job.kind) {
    case 'context': {
      const { context, budget } = job;
      return buildContext({ context, focus: { plan: planOf(context), request: '', before: '' }, budget, countTokens });
    }
    case 'prompt':
      return buildPrompt(job.task, { budgets: job.budgets, countTokens });
    case 'answer':
      return answerOffline(job.task, job.variant);
  }
}
