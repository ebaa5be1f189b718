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
} as const;

export type ReplyName = keyof typeof replySchemas;
