import { attributes, entryKinds } from '@inkbear/contracts/bible/attributes';
import { z } from 'zod';

const texts = z.array(z.string());

/**
 * The JSON that a model must reply with, by name. Providers enforce these schemas in their strict mode: it requires every
 * field, so null stands for an absent one, and it allows no limits, so `parseJson` checks them afterwards.
 */
export const replySchemas = {
  titles: z.object({
    titles: z.array(z.object({ title: z.string(), subtitle: z.string().nullable(), reason: z.string() })),
  }),
  genre: z.object({
    recommendedGenre: z.string(),
    confidence: z.number(),
    explanation: z.string(),
    alternativeGenres: texts,
  }),
  outline: z.object({
    overview: z.string(),
    targetAudience: z.string(),
    chapters: z.array(z.object({ number: z.number(), title: z.string(), description: z.string(), keyPoints: texts })),
  }),
  beats: z.object({ beats: z.array(z.object({ text: z.string(), words: z.number() })) }),
  advice: z.object({ feedback: z.string(), strengths: texts, improvements: texts, suggestions: texts }),
  options: z.object({ options: texts }),
  summary: z.object({ line: z.string(), short: z.string(), long: z.string() }),
  contradictions: z.object({
    contradictions: z.array(
      z.object({ fact: z.number(), value: z.string(), quote: z.string(), paragraph: z.number() }),
    ),
  }),
  verdicts: z.object({
    verdicts: z.array(z.object({ case: z.number(), defence: z.string(), contradicts: z.boolean() })),
  }),
  finds: z.object({
    entries: z.array(z.object({ name: z.string(), kind: z.enum(entryKinds), aliases: texts })),
    facts: z.array(
      z.object({
        entry: z.string(),
        attribute: z.enum(attributes.map(({ key }) => key) as [string, ...string[]]),
        value: z.string(),
        quote: z.string(),
        paragraph: z.number(),
        modality: z.enum(['narrated', 'spoken']),
      }),
    ),
  }),
} as const;

export type ReplyName = keyof typeof replySchemas;
