import { askWritingCoach, genreQuiz, generateOutline, generateTitles } from '@inkbear/contracts/ai/ideas';
import { z } from 'zod';

const settled = { resultId: true, limits: true } as const;

/** What a model must answer, read off the routes' own replies. */
export const titlesReply = generateTitles.responses[200].omit(settled);
export const quizReply = genreQuiz.responses[200].omit(settled);
export const outlineReply = generateOutline.responses[200].omit(settled);
export const coachReply = askWritingCoach.responses[200].omit(settled);
export const optionsReply = z.object({ options: z.array(z.string().min(1)).min(1) });

/** The object in a model's JSON answer, or null when it does not fit. */
export function parseJson<S extends z.ZodType>(schema: S): (text: string) => z.output<S> | null {
  return (text) => {
    const start = text.indexOf('{');
    const end = text.lastIndexOf('}');
    if (start < 0 || end < start) return null;
    try {
      const result = schema.safeParse(JSON.parse(text.slice(start, end + 1)));
      return result.success ? result.data : null;
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  };
}

/** Prose that is not empty. Halves of surrogate pairs become U+FFFD: they are no text, and writing them as JSON takes ten times as long. */
export const parseProse = (text: string): string | null => (text.trim() === '' ? null : text.trim().toWellFormed());
