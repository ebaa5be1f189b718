import type { ImportPlan, saveImportPlan } from '@inkbear/contracts/export/import';
import type { ClientBody } from '@inkbear/contracts/route';
import type { PlannedChapter } from './plan-edits.ts';

/** The plan as texts, which a form can compare with those that another client has saved. */
export interface PlanFormValues extends Readonly<Record<string, string>> {
  readonly title: string;
  readonly author: string;
  readonly language: string;
  /** The chapters as JSON. */
  readonly chapters: string;
}

export const planFormValuesOf = ({ title, author, language, chapters }: ImportPlan): PlanFormValues => ({
  title,
  author,
  language,
  chapters: writeChapters(chapters.map(({ words: _words, scenes: _scenes, ...chapter }) => chapter)),
});

export const readChapters = (text: string): PlannedChapter[] => JSON.parse(text) as PlannedChapter[];
/** Always with the same order of fields, so that equal plans are equal texts. */
export const writeChapters = (chapters: readonly PlannedChapter[]): string =>
  JSON.stringify(chapters.map(({ title, include, kind, from, to }) => ({ title, include, kind, from, to })));

export const planOf = ({ title, author, language, chapters }: PlanFormValues): ClientBody<typeof saveImportPlan> => ({
  title,
  author,
  language,
  chapters: readChapters(chapters),
});

/** Trims as the server does. */
export const normalisePlan = ({ title, author, language, chapters }: PlanFormValues): PlanFormValues => ({
  title: title.trim(),
  author: author.trim(),
  language,
  chapters: writeChapters(readChapters(chapters).map((chapter) => ({ ...chapter, title: chapter.title.trim() }))),
});

/** The titles of the chapters, one a line, for a conflict that the author must resolve. */
export const describeChapters = (text: string): string =>
  readChapters(text)
    .filter(({ include }) => include)
    .map(({ title }) => title || 'Untitled')
    .join('\n');
