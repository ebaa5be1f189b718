import { createBook, getBookAllowance } from '@inkbear/contracts/books/book';
import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import type { NewBook } from '../new-book.ts';

const goAfterMs = 100;
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
      for (const queryKey of [['api', 'books'], readKey(getBookAllowance)])
        void client.invalidateQueries({ queryKey, exact: true });
      await new Promise((resolve) => {
        setTimeout(resolve, goAfterMs);
      });
      void navigate(`/book/${id}`);
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: readKey(getBookAllowance), exact: true });
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
