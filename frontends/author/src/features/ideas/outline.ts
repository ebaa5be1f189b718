import { generateOutline, outlinePlan } from '@inkbear/contracts/ai/ideas';
import { stream } from '@inkbear/web-kit/stream.ts';
import type { z } from 'zod';
import type { IdeaTool } from './idea-tool.ts';

export interface OutlineForm {
  readonly title: string;
  readonly genre: string;
  /** As typed. */ readonly targetLength: string;
  /** What the book is about; may be empty. */
  readonly premise: string;
}
export type Outline = z.infer<typeof outlinePlan>;
/** An outline with the fields it was requested with. */
export interface PlannedBook {
  readonly title: string;
  readonly genre: string;
  readonly targetLength: string;
  readonly outline: Outline;
}

export const lengthBounds = { min: 10_000, max: 200_000 } as const;

export function validateOutline({
  title,
  genre,
  targetLength,
}: Omit<OutlineForm, 'premise'>): Partial<Record<keyof OutlineForm, string>> {
  const words = /^\d+$/.test(targetLength.trim()) ? Number(targetLength) : 0;
  return {
    ...(title.trim() === '' ? { title: 'Title is required' } : {}),
    ...(genre === '' ? { genre: 'Genre is required' } : {}),
    ...(words < lengthBounds.min
      ? { targetLength: 'Minimum 10,000 words' }
      : words > lengthBounds.max
        ? { targetLength: 'Maximum 200,000 words' }
        : {}),
  };
}

export const outlineTool: IdeaTool<OutlineForm, Outline> = {
  kind: 'outline',
  empty: { title: '', genre: '', targetLength: '50000', premise: '' },
  answer: outlinePlan,
  ask: ({ title, genre, targetLength, premise }, { signal, onPartial, ...again }) =>
    stream(
      generateOutline,
      { signal, body: { title, genre, targetLength: targetLength.trim(), premise, ...again } },
      { onPartial },
    ),
  formOf: ({ title = '', genre = '', targetLength, premise = '' }) => ({
    title,
    genre,
    premise,
    ...(targetLength === undefined ? {} : { targetLength: String(targetLength) }),
  }),
  failed: { title: 'Outline Generation Failed', sentence: 'Failed to generate outline. Please try again.' },
  done: 'Outline Generated!',
};
