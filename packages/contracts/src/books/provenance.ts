import { z } from 'zod';
import { body, id, idParams } from '../fields.ts';
import { defineRoute } from '../route.ts';
import { listedChaptersMax } from './chapter.ts';
import declarations from './kdp-declarations.json' with { type: 'json' };

/** The questions about AI that Amazon KDP asks when a book is uploaded, with its five answers to each. */
interface KdpDeclarations {
  /** The day on which the answers were last compared with descriptions of the form. */
  readonly comparedOn: string;
  readonly source: string;
  readonly questions: Readonly<Record<KdpQuestion, readonly { readonly key: KdpAnswer; readonly text: string }[]>>;
}
export const kdpQuestions = ['text', 'images', 'translations'] as const;
export type KdpQuestion = (typeof kdpQuestions)[number];
/** How much of the book AI made, and how much of that was edited. */
export const kdpAnswers = ['none', 'some', 'some-edited', 'all', 'all-edited'] as const;
export type KdpAnswer = (typeof kdpAnswers)[number];
export const kdpDeclarations = declarations as KdpDeclarations;

/** What the author alone can know. Null: not answered yet. */
export const provenanceAnswers = z.strictObject({
  /** Pictures that AI made, including those on the cover. */
  images: z.enum(kdpAnswers).nullable().default(null),
  translations: z.enum(kdpAnswers).nullable().default(null),
  /** How much of the pasted text another AI tool wrote. */
  pastedIsAi: z.enum(kdpAnswers).nullable().default(null),
  /** How much of what came from a file or an older version AI wrote. */
  importedIsAi: z.enum(kdpAnswers).nullable().default(null),
});
export type ProvenanceAnswers = z.infer<typeof provenanceAnswers>;
export const noProvenanceAnswers: Readonly<ProvenanceAnswers> = provenanceAnswers.parse({});

/**
 * How many words of a text come from where:
 * - `own`: typed by the author
 * - `pasted`: from outside the book
 * - `imported`: from a file, or from an older version of which too little is known
 * - `generated`: written by AI
 * - `edited`: words that AI put in place of words that it had not written
 * - `rewritten`: typed by the author inside a passage that AI wrote
 */
export const wordCounts = z.object({
  own: z.int().min(0),
  pasted: z.int().min(0),
  imported: z.int().min(0),
  generated: z.int().min(0),
  edited: z.int().min(0),
  rewritten: z.int().min(0),
});
export type WordCounts = z.infer<typeof wordCounts>;

/** The names of the classes, in the order in which they are shown. */
export const wordClassLabels: Readonly<Record<keyof WordCounts, string>> = {
  own: 'Typed by you',
  edited: 'Your words, changed by AI',
  rewritten: 'Typed by you inside a passage from AI',
  generated: 'Written by AI',
  pasted: 'Pasted from elsewhere',
  imported: 'From a file or an older version',
};

/** The names of the questions. */
export const kdpQuestionLabels: Readonly<Record<KdpQuestion, string>> = {
  text: 'Texts',
  images: 'Images',
  translations: 'Translations',
};

const answerKey = z.enum(['pastedIsAi', 'importedIsAi', 'images', 'translations']);

const declaredAnswer = z.object({
  /** Null while it depends on what the author has not answered. */
  answer: z.enum(kdpAnswers).nullable(),
  /** The answer in the words of the form. */
  text: z.string().nullable(),
});

export const provenance = z.object({
  chapters: z.array(z.object({ chapterId: id, rev: z.int().min(1), words: wordCounts })).max(listedChaptersMax),
  total: wordCounts,
  answers: provenanceAnswers,
  /** What to declare to Amazon KDP. */
  declaration: z.object({
    comparedOn: z.iso.date(),
    text: declaredAnswer,
    images: declaredAnswer,
    translations: declaredAnswer,
    /**
     * Of the words inserted from AI results that are still at least partly in the book: the share that has been deleted
     * or replaced since. Null without such results.
     */
    changedShare: z.number().min(0).max(1).nullable(),
  }),
  /** Whether the declaration is final: no required answer is missing. */
  final: z.boolean(),
  /** The required answers: those that the declaration depends on. */
  asked: z.array(answerKey).max(4),
  /** The required answers that the author has not given. */
  missing: z.array(answerKey).max(4),
});
export type Provenance = z.infer<typeof provenance>;

export const getProvenance = defineRoute({
  id: 'getProvenance',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/provenance',
  summary: 'How many words of each chapter come from the author, from AI and from elsewhere, and what to declare',
  access: 'user',
  rate: 'write',
  timeoutMs: 30_000,
  params: idParams,
  responses: { 200: provenance },
  errors: ['books.not_found'],
});

export const saveProvenanceAnswers = defineRoute({
  id: 'saveProvenanceAnswers',
  owner: 'books',
  method: 'PUT',
  path: '/api/books/:id/provenance/answers',
  summary: 'Replace what the author declares about AI; the last answer counts. Also for read-only books',
  access: 'user',
  rate: 'write',
  timeoutMs: 30_000,
  params: idParams,
  body: body(provenanceAnswers.shape),
  responses: { 200: provenance },
  errors: ['books.not_found', 'books.stale_revision', 'books.quota_used'],
});
