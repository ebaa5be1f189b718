import type { ContextPart } from '@inkbear/contracts/ai/context';
import { answerOffline } from '../offline/offline-provider.ts';
import { buildPrompt } from '../prompts/build-prompt.ts';
import { contextParts } from '../prompts/context-parts.ts';
import type { Prompt } from '../prompts/prompt.ts';
import type { BookContext, Task } from './task.ts';

export type GenerationJob =
  | { readonly kind: 'context'; readonly context: BookContext }
  | { readonly kind: 'prompt'; readonly task: Task }
  | { readonly kind: 'answer'; readonly task: Task; readonly variant: number };

/** Builds the parts of a context, a prompt or an offline answer, in a worker thread of `GenerationWorker`. */
export default function runGenerationJob(job: GenerationJob): ContextPart[] | Prompt | string {
  switch (job.kind) {
    case 'context':
      return contextParts(job.context);
    case 'prompt':
      return buildPrompt(job.task);
    case 'answer':
      return answerOffline(job.task, job.variant);
  }
}
