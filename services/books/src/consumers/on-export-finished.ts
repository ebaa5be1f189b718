import { exportFinished } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { BookRepository } from '../books/book.repository.ts';

export const onExportFinished = ({ books }: { books: BookRepository }): Subscription =>
  on(exportFinished, async ({ data: { bookId, userId } }, { session }) => {
    await books.setExported(bookId, userId, session);
  });
