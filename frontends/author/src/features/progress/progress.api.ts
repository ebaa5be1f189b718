import { getBookProgress } from '@inkbear/contracts/books/progress';
import { read } from '@inkbear/web-kit/read.ts';

/** Words by day, streak and expected finish date of a book. Its key is below the book's. */
export const bookProgressQuery = (bookId: string) => read(getBookProgress, { params: { id: bookId } });
