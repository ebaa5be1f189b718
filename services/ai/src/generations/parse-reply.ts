import { askWritingCoach, genreQuiz, generateOutline, generateTitles } from '@inkbear/contracts/ai/ideas';
import { limits } from '@inkbear/contracts/plans';
import { z } from 'zod';

const bookkeepingFields = { resultId: true, limits: true } as const;

/**
 * What a model's reply is checked against: the route's own reply, without the fields that this service adds. Unlike
 * `replySchemas`, which providers enforce, these schemas have limits.
 */
export const titlesSchema = generateTitles.responses[200].omit(bookkeepingFields);
export const quizSchema = genreQuiz.responses[200].omit(bookkeepingFields);
export const outlineSchema = generateOutline.responses[200].omit(bookkeepingFields);
export const coachSchema = askWritingCoach.responses[200].omit(bookkeepingFields);
const maxBeats = 12;
/** The beats of a long chapter. Surplus beats and text are cut off: the schema that providers enforce has no limits. */
export const beatsSchema = z.object({
  beats: z
    .array(
      z.object({
        text: z
          .string()
          .trim()
          .min(1)
          .transform((text) => text.slice(0, limits.beatCharacters).toWellFormed()),
        words: z.number(),
      }),
    )
    .min(1)
    .transform((beats) => beats.slice(0, maxBeats)),
});
export const optionsSchema = z.object({ options: z.array(z.string().min(1)).min(1) });

/**
 * Returns a parser for the JSON object in a model's reply. The parser returns null when there is no object or when it
 * does not match the schema.
 */
export function parseJson<S extends z.ZodType>(schema: S): (text: string) => z.output<S> | null {
  return (text) => {
    const start = text.indexOf('{');
    const end = text.lastIndexOf('}');
    if (start < 0 || end < start) return null;
    try {
      const result = schema.safeParse(JSON.parse(text.slice(start, end + 1), normaliseValue));
      return result.success ? result.data : null;
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  };
}

/**
 * For `JSON.parse`: removes fields that are null, because a model replies with null for an absent field, and replaces
 * lone surrogates in strings (see `parseProse`).
 */
export function normaliseValue(_key: string, value: unknown): unknown {
  if (value === null) return undefined;
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/**
 * Returns the trimmed prose, or null when it is empty. Replaces lone surrogates with U+FFFD: they are not valid text,
 * and serialising them as JSON takes ten times as long.
 */
export const parseProse = (text: string): string | null => (text.trim() === '' ? null : text.trim().toWellFormed());
