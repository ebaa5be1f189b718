import { z } from 'zod';
import { id, idParams } from '../fields.ts';
import { limits } from '../plans.ts';
import { defineRoute } from '../route.ts';

/** Of a longer book, in UTF-16 units, only the first chapters are compared: about a million words. */
export const voiceLimits = { measuredUnits: 6_000_000 } as const;

/** A feature of the style in which a chapter differs from what the author typed. */
const voiceDifference = z.object({
  /** `word:` and a frequent word, or the name of a property such as `sentence-length`. */
  feature: z.string(),
  unit: z.enum(['per thousand words', 'words', 'share']),
  /** The mean of what the author typed. */
  own: z.number(),
  /** The mean of the chapter. */
  here: z.number(),
});
export type VoiceDifference = z.infer<typeof voiceDifference>;

const voiceComparison = z.object({
  /** The percentage of the author's own passages that are closer to the author's voice than this text. */
  percentile: z.number(),
  verdict: z.enum(['close', 'some-distance', 'far']),
  /** Whether the chapter has too few words for a reliable comparison. */
  isRough: z.boolean(),
  /** Largest first. */
  differences: z.array(voiceDifference).max(3),
});
export type VoiceComparison = z.infer<typeof voiceComparison>;

/** How close each chapter is to the author's voice: a comparison of numbers, without AI. */
export const voiceReport = z.object({
  /** Words of the paragraphs that the author typed. */
  typedWords: z.int(),
  /** Whether there are enough of them for a profile. Without one, no chapter is compared. */
  hasProfile: z.boolean(),
  /** Without the chapters after the first `voiceLimits.measuredUnits`. */
  chapters: z
    .array(
      z.object({
        chapterId: id,
        /** Null for a chapter that is too short. */
        comparison: voiceComparison.nullable(),
      }),
    )
    .max(limits.chaptersPerBook),
});
export type VoiceReport = z.infer<typeof voiceReport>;

export const getVoice = defineRoute({
  id: 'getVoice',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/voice',
  summary: 'How close each chapter is to what the author typed in this book',
  access: 'user',
  rate: 'write',
  timeoutMs: 30_000,
  params: idParams,
  responses: { 200: voiceReport },
  errors: ['books.not_found'],
});
