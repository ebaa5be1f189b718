import type { SummaryLevel, SummaryTexts } from '@inkbear/contracts/ai/summary';
import { type Fingerprint, fingerprintOf } from '@inkbear/story-analysis/provenance/fingerprint';
import { findRepeatedWords } from '@inkbear/story-analysis/provenance/repeated-words';
import { type BuiltContext, buildContext } from '../context/build-context.ts';
import type { ContextBudgets } from '../context/budgets.ts';
import { countTokens } from '../context/count-tokens.ts';
import { parseChapter } from '../context/parsed-chapter.ts';
import { summariseChapter } from '../context/summarise-chapter.ts';
import { answerOffline } from '../offline/offline-provider.ts';
import { buildPrompt } from '../prompts/build-prompt.ts';
import { planOf } from '../prompts/plan-text.ts';
import type { Prompt } from '../prompts/prompt.ts';
import { namedWindowsOf, type ReadingWindow } from '../reading/windows.ts';
import { changedShare } from '../summaries/changed-share.ts';
import type { BookContext, ProviderTask } from './task.ts';

export type GenerationJob =
  | { readonly kind: 'context'; readonly context: BookContext; readonly budget: number }
  | { readonly kind: 'prompt'; readonly task: ProviderTask; readonly budgets: ContextBudgets }
  | { readonly kind: 'answer'; readonly task: ProviderTask; readonly variant: number }
  | ({ readonly kind: 'repetition' } & RepetitionSearch)
  | { readonly kind: 'fingerprint'; readonly text: string }
  | ({ readonly kind: 'summarise' } & SummaryRequest)
  | { readonly kind: 'count-tokens'; readonly texts: readonly string[] }
  | {
      readonly kind: 'windows';
      readonly text: string;
      readonly names: readonly (readonly string[])[];
      readonly maxTokens: number;
    };

export type GenerationJobResult =
  BuiltContext | Prompt | Fingerprint | ChapterDigest | readonly number[] | ReadingWindow[] | string | null;

/** Which text may repeat which sources, and how many successive words count. */
export interface RepetitionSearch {
  readonly text: string;
  readonly sources: readonly string[];
  readonly count: number;
}

/** A chapter's text, and the fingerprint of an earlier text to compare it with; null for none. */
export interface SummaryRequest {
  readonly text: string;
  readonly before: Fingerprint | null;
}

export interface ChapterDigest {
  readonly summaries: SummaryTexts;
  /** Of the text, from 0 to 1: see `changedShare`. 0 without an earlier text. */
  readonly changedShare: number;
}

/** The work on long texts, in a worker thread of `GenerationWorker`. */
export default function runGenerationJob(job: GenerationJob): GenerationJobResult {
  switch (job.kind) {
    case 'context': {
      const { context, budget } = job;
      return buildContext({ context, focus: { plan: planOf(context), request: '', before: '' }, budget, countTokens });
    }
    case 'prompt':
      return buildPrompt(job.task, { budgets: job.budgets, countTokens });
    case 'answer':
      return answerOffline(job.task, job.variant);
    case 'repetition':
      return findRepeatedWords(job.text, job.sources, job.count);
    case 'fingerprint':
      return fingerprintOf(job.text);
    case 'summarise':
      return summarise(job);
    case 'count-tokens':
      return job.texts.map(countTokens);
    case 'windows':
      return namedWindowsOf(job.text, job.names, { countTokens, maxTokens: job.maxTokens });
  }
}

function summarise({ text, before }: SummaryRequest): ChapterDigest {
  const parsed = parseChapter(text);
  const at = (level: SummaryLevel) => summariseChapter(parsed, level, countTokens);
  return {
    summaries: { line: at('line'), short: at('short'), long: at('long') },
    changedShare: before === null ? 0 : changedShare(before, text),
  };
}
