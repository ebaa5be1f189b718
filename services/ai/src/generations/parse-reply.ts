import { askWritingCoach, genreQuiz, generateOutline, generateTitles } from '@inkbear/contracts/ai/ideas';
import { z } from 'zod';

const bookkeepingFields = { resultId: true, limits: true } as const;

/** The JSON that a model must reply with: the route's own reply, without the fields that this service adds. */
export const titlesSchema = generateTitles.responses[200].omit(bookkeepingFields);
export const quizSchema = genreQuiz.responses[200].omit(bookkeepingFields);
export const outlineSchema = generateOutline.responses[200].omit(bookkeepingFields);
export const coachSchema = askWritingCoach.responses[200].omit(bookkeepingFields);
export const optionsSchema = z.object({ options: z.array(z.string().min(1)).min(1) });

/**
 * Returns a parser for the JSON object in a model's reply. The parser returns null when there is no object or when it
 * does not match the schema. It replaces lone surrogates in the strings: see `parseProse`.
 */
export function parseJson<S extends z.ZodType>(schema: S): (text: string) => z.output<S> | null {
  return (text) => {
    const start = text.indexOf('{');
    const end = text.lastIndexOf('}');
    if (start < 0 || end < start) return null;
    try {
      const result = schema.safeParse(JSON.parse(text.slice(start, end + 1), replaceLoneSurrogates));
      return result.success ? result.data : null;
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  };
}

const replaceLoneSurrogates = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/**
 * Returns the trimmed prose, or null when it is empty. Replaces lone surrogates with U+FFFD: they are not valid text,
 * and serialising them as JSON takes ten times as long.
 */
export const parseProse = (text: string): string | null => (text.trim() === '' ? null : text.trim().toWellFormed());
