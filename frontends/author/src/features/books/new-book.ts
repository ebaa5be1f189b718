import type { createBook } from '@inkbear/contracts/books/book';
import { genreLabel, genres, subgenres, targetAudiences, wordCountOptions } from '@inkbear/contracts/books/genres';
import type { Genre } from '@inkbear/contracts/books/genres';
import { limits } from '@inkbear/contracts/plans';
import type { ClientBody } from '@inkbear/contracts/route';
import { formatNumber } from '@inkbear/web-kit/format.ts';

export interface NewBookFields {
  readonly title: string;
  readonly genre: string;
  readonly subgenre: string;
  readonly targetAudience: string;
  readonly wordCount: string;
  readonly outline: string;
}
/** `chapters` are created with the book; without any, it starts with Chapter 1. */
export interface NewBook extends NewBookFields {
  readonly chapters?: NonNullable<ClientBody<typeof createBook>['chapters']> | undefined;
}
export type NewBookErrors = Partial<Record<keyof NewBookFields, string>>;

export const emptyBook: NewBook = {
  title: '',
  genre: '',
  subgenre: '',
  targetAudience: '',
  wordCount: '70000',
  outline: '',
};

export function validateNewBook({ title, genre }: NewBookFields): NewBookErrors {
  return {
    ...(title.trim() === '' ? { title: 'Title is required' } : {}),
    ...(genre === '' ? { genre: 'Genre is required' } : {}),
  };
}

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
export const genreOptions = genres.map((value) => ({ value, label: genreLabel(value) }));
export const subgenreOptions = (genre: string) => asOptions(subgenres[genre as Genre] ?? []);
/** The standard audiences, and the one that an outline was planned for. */
export const audienceOptions = (chosen: string) =>
  asOptions([...new Set<string>([...targetAudiences, chosen])].filter(Boolean));
/** The standard lengths, and the one that an outline was planned for. */
export const lengthOptions = (chosen: string) =>
  [...new Set([...wordCountOptions, Number(chosen)])]
    .filter((words) => words > 0)
    .toSorted((a, b) => a - b)
    .map((words) => ({ value: String(words), label: `${formatNumber(words)} words` }));

const { min, max, step } = limits.chapterWords;
/** The target of each chapter of a book of this length, as a chapter may have it. */
export const wordsPerChapter = (words: number, chapters: number): number =>
  Math.min(max, Math.max(min, Math.round(words / Math.max(1, chapters) / step) * step));

/** Changing the genre clears the subgenre. */
export const changeBook = (before: NewBook, name: keyof NewBookFields, value: string): NewBook => ({
  ...before,
  [name]: value,
  ...(name === 'genre' ? { subgenre: '' } : {}),
});
