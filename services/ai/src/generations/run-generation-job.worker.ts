import { answerOffline } from '../offline/offline-provider.ts';
import { buildPrompt } from '../prompts/build-prompt.ts';
import type { Prompt } from '../prompts/frame.ts';
import type { Task } from './task.ts';

export type GenerationJob =
  | { readonly kind: 'prompt'; readonly task: Task }
  | { readonly kind: 'answer'; readonly task: Task; readonly variant: number };

/** Builds a prompt or an offline answer, in a worker thread of `GenerationWorker`. */
export default function runGenerationJob(job: GenerationJob): Prompt | string {
  return job.kind === 'prompt' ? buildPrompt(job.task) : answerOffline(job.task, job.variant);
}
