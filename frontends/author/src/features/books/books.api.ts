import {
  type Book,
  createBook,
  deleteBook,
  getBook,
  getBookAllowance,
  getOutlineAnalysis,
  listBooks,
  updateBook,
} from '@inkbear/contracts/books/book';
import type { ClientBody } from '@inkbear/contracts/route';
import { ApiError, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { read, readKey } from '@inkbear/web-kit/read.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type Deletion, useMoveToTrash } from '../../kit/use-move-to-trash.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { NewBook } from './new-book.ts';

/**
 * Cache keys of books. They nest like the paths of the routes: `list()` is a prefix of all other keys, and `one(id)` of
 * everything below that book (chapters, outline analysis, progress).
 */
export const bookKeys = {
  list: () => readKey(listBooks),
  one: (id: string) => readKey(getBook, { params: { id } }),
  outlineAnalysis: (id: string) => readKey(getOutlineAnalysis, { params: { id } }),
  allowance: () => readKey(getBookAllowance),
};

export const booksQuery = () => read(listBooks);
export const bookQuery = (id: string) => read(getBook, { params: { id } });
/** Characters, chapters and gaps that the server found in the outline, without AI. */
export const outlineAnalysisQuery = (id: string) => read(getOutlineAnalysis, { params: { id } });
/** The books that the user can still create, with the reason when there is none left. */
export const bookAllowanceQuery = () => read(getBookAllowance);

/** Refetches the list of books, but none of the books. */
export const invalidateBookList = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: bookKeys.list(), exact: true });

/** Refetches a book and everything below it. */
export const invalidateBook = (client: QueryClient, id: string): Promise<void> =>
  client.invalidateQueries({ queryKey: bookKeys.one(id) });

/** Stores a book that the server has just sent. */
export function cacheBook(client: QueryClient, book: Book): void {
  client.setQueryData(bookKeys.one(book.id), book);
}

/** Delay before the new book opens, so that its toast is seen on the old page first. */
const openAfterMs = 100;
export const createFailed = 'Failed to create book. Please try again.';

interface Creation {
  /** The book is created from an outline, not from the form. */
  readonly isFromOutline?: boolean;
  /** Called after creation, so that the draft can be cleared. */
  readonly onCreated?: () => void;
}

/** Creates a book and opens it. An idempotency key makes a retry of the same form return the same book. */
export function useCreateBook({ isFromOutline = false, onCreated }: Creation = {}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const sent = useRef({ form: '', key: '' });
  const invalidateAllowance = () => client.invalidateQueries({ queryKey: bookKeys.allowance(), exact: true });
  return useMutation({
    mutationFn: ({ genre, ...book }: NewBook) => {
      const body = { ...book, genre: genre as 'general' };
      const form = JSON.stringify(body);
      if (sent.current.form !== form) sent.current = { form, key: crypto.randomUUID() };
      return call(createBook, { body, idempotencyKey: sent.current.key });
    },
    onSuccess: async ({ id, title }) => {
      showToast({ title: 'Book Created!', description: `“${title}” is ready to write.` });
      onCreated?.();
      void invalidateBookList(client);
      void invalidateAllowance();
      await new Promise((resolve) => {
        setTimeout(resolve, openAfterMs);
      });
      void navigate(`/book/${id}`);
    },
    onError: (error) => {
      void invalidateAllowance();
      if (isSignedOut(error)) return;
      showToast(
        isFromOutline
          ? {
              title: `Failed to create book: ${messageOf(error, 'the server did not answer. Please try again.')}`,
              description: 'Your outline is still here.',
              tone: 'destructive',
            }
          : {
              title: createFailed,
              description: messageOf(error, 'Your entries are still in the form.'),
              tone: 'destructive',
            },
      );
    },
  });
}

/**
 * Saves the details form with optimistic locking: after a concurrent change, the form receives the stored values and
 * shows both.
 */
export function useUpdateBook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (details: ClientBody<typeof updateBook>) => call(updateBook, { params: { id }, body: details }),
    onSuccess: (book) => {
      cacheBook(client, book);
      void invalidateBookList(client);
      showToast({ title: 'Saved' });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 412)
        void client.invalidateQueries({ queryKey: bookKeys.one(id), exact: true });
      if (!isSignedOut(error))
        showToast({
          title: 'Failed to update author information',
          description: messageOf(error, 'Please try again. What you typed is still in the form.'),
          tone: 'destructive',
        });
    },
  });
}

/** Changes the status of a book. After a refusal the book is refetched, because it was changed elsewhere. */
export function useChangeStatus(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: Book['status']) => call(updateBook, { params: { id }, body: { status } }),
    onSuccess: (book) => {
      cacheBook(client, book);
      void invalidateBookList(client);
    },
    onError: () => client.invalidateQueries({ queryKey: bookKeys.one(id), exact: true }),
  });
}

/** Moves a book to the trash; the toast offers Undo. */
export const useDeleteBook = (deletion: Deletion) =>
  useMoveToTrash({
    noun: 'book',
    listKey: bookKeys.list(),
    itemKey: bookKeys.one,
    send: (id) => call(deleteBook, { params: { id } }),
    ...deletion,
  });
