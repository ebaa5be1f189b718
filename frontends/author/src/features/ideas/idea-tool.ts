import type { IdeaInput } from '@inkbear/contracts/ai/limit';
import type { z } from 'zod';

export type IdeaKind = 'titles' | 'quiz' | 'outline';
/** `variantOf` is the result that this request retries. */
export interface IdeaRequestOptions<Answer> {
  readonly signal: AbortSignal;
  /** Receives the complete fields of the answer as they arrive. */
  readonly onPartial: (value: Partial<Answer>) => void;
  readonly variantOf?: string;
}

/** An AI tool that needs no book yet: its request, form and texts. */
export interface IdeaTool<Form extends object, Answer> {
  readonly kind: IdeaKind;
  readonly empty: Form;
  readonly ask: (form: Form, asking: IdeaRequestOptions<Answer>) => Promise<Answer & { resultId: string }>;
  /** The schema of a result as stored on the server. */
  readonly answer: z.ZodType<Answer>;
  /** The form of a saved result, as far as it is known. */
  readonly formOf: (asked: IdeaInput) => Partial<Form>;
  readonly failed: { readonly title: string; readonly sentence: string };
  /** The title of the success toast, if there is one. */
  readonly done?: string;
}
