import type { AskedIdea } from '@inkbear/contracts/ai/limit';
import type { z } from 'zod';

export type IdeaKind = 'titles' | 'quiz' | 'outline';
/** `variantOf`: the result that this tries again. */
export interface Asking {
  readonly signal: AbortSignal;
  readonly variantOf?: string;
}

/** What AI can be asked before there is a book: how, and what is said about it. */
export interface IdeaTool<Form extends object, Answer> {
  readonly kind: IdeaKind;
  readonly empty: Form;
  readonly ask: (form: Form, asking: Asking) => Promise<Answer & { resultId: string }>;
  /** What is kept on the server of an answer. */
  readonly answer: z.ZodType<Answer>;
  /** The form that a kept answer was asked with, as far as that is known. */
  readonly formOf: (asked: AskedIdea) => Partial<Form>;
  readonly failed: { readonly title: string; readonly sentence: string };
  /** The title of the toast that tells of it, where there is one. */
  readonly done?: string;
}
