import { genreLabel, genres, subgenres, targetAudiences, wordCountOptions } from '@inkbear/contracts/books/genres';
import type { Genre } from '@inkbear/contracts/books/genres';

export interface NewBook { title: string; genre: string; subgenre: string; targetAudience: string; wordCount: string; outline: string }
export type NewBookErrors = Partial<Record<keyof NewBook, string>>;

export const emptyBook: NewBook = { title: '', genre: '', subgenre: '', targetAudience: '', wordCount: '70000', outline: '' };

export function validateNewBook({ title, genre }: NewBook): NewBookErrors {
  return { ...(title.trim() === '' ? { title: 'Title is required' } : {}), ...(genre === '' ? { genre: 'Genre is required' } : {}) };
}

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
export const genreOptions = genres.map((value) => ({ value, label: genreLabel(value) }));
export const subgenreOptions = (genre: string) => asOptions(subgenres[genre as Genre] ?? []);
export const audienceOptions = asOptions(targetAudiences);
export const lengthOptions = wordCountOptions.map((words) => ({ value: String(words), label: `${words.toLocaleString('en-GB')} words` }));

/** Another genre has other subgenres. */
export const changeBook = (before: NewBook, name: keyof NewBook, value: string): NewBook => ({ ...before, [name]: value, ...(name === 'genre' ? { subgenre: '' } : {}) });
