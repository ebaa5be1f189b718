import { generateTitles, titleIdeas } from '@inkbear/contracts/ai/ideas';
import { stream } from '@inkbear/web-kit/stream.ts';
import type { z } from 'zod';
import type { IdeaTool } from './idea-tool.ts';

export interface TitleForm {
  readonly topic: string;
  readonly genre: string;
}
export type Titles = z.infer<typeof titleIdeas>;
export type Title = Titles['titles'][number];

/** A title with its subtitle, in one line. */
export const wholeTitle = ({ title, subtitle }: Title): string =>
  subtitle === undefined ? title : `${title}: ${subtitle}`;

export const titleTool: IdeaTool<TitleForm, Titles> = {
  kind: 'titles',
  empty: { topic: '', genre: 'general' },
  answer: titleIdeas,
  ask: ({ topic, genre }, { signal, onPartial, ...again }) =>
    stream(generateTitles, { signal, body: { topic, genre, ...again } }, { onPartial }),
  formOf: ({ topic = '', genre = 'general' }) => ({ topic, genre }),
  failed: { title: 'Title Generation Failed', sentence: 'Failed to generate titles. Please try again.' },
};
