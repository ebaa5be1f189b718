import { getAiStorage, getBooksStorage, getFilesStorage, getStoriesStorage } from '@inkbear/contracts/storage';
import { read } from '@inkbear/web-kit/read.ts';

/** The figures change with every save, also in other tabs. */
const fresh = { refetchOnMount: 'always' } as const;

export const booksStorageQuery = () => ({ ...read(getBooksStorage), ...fresh });
export const storiesStorageQuery = () => ({ ...read(getStoriesStorage), ...fresh });
export const aiStorageQuery = () => ({ ...read(getAiStorage), ...fresh });
export const filesStorageQuery = () => ({ ...read(getFilesStorage), ...fresh });
