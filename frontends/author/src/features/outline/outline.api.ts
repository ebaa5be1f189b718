import { generateOutline, regenerateOutline } from '@inkbear/contracts/ai/ideas';
import { type Book, getBook, updateBook } from '@inkbear/contracts/books/book';
import { ApiError, isRefusedByServer, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { stream } from '@inkbear/web-kit/stream.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateAiContext } from '../ai-tools/ai-context.api.ts';
import { cacheBook, invalidateBook } from '../books/books.api.ts';
import { type GeneratedOutline, outlineText } from './outline-text.ts';

/** The book length, in words, that an outline is planned for. */
const targetLength = 50_000;

type Planned = Pick<Book, 'id' | 'title' | 'genre'>;

/** `variantOf` is the result that this request retries. */
interface RequestOptions {
  readonly signal: AbortSignal;
  readonly variantOf?: string | undefined;
  /** Receives the text of the parts that have arrived. */
  readonly onPartial: (outline: string) => void;
}

/** Generates an outline as text without saving it. @param notes null to use only title and genre */
export async function planOutline(
  { id: bookId, title, genre }: Planned,
  notes: string | null,
  { signal, variantOf, onPartial }: RequestOptions,
): Promise<{ outline: string; resultId: string }> {
  const options = { onPartial: (value: Partial<GeneratedOutline>) => onPartial(outlineText(value)) };
  const retry = variantOf === undefined ? {} : { variantOf };
  const reply =
    notes === null
      ? await stream(generateOutline, { signal, body: { title, genre, targetLength, bookId, ...retry } }, options)
      : await stream(
          regenerateOutline,
          { signal, body: { bookId, title, genre, userNotes: notes, ...retry } },
          options,
        );
  return { outline: outlineText(reply), resultId: reply.resultId };
}

/** A refusal shows the server's message; other failures show our own text. */
export const outlineFailure = (error: unknown): string => {
  const fallback = 'Failed to generate outline. Please try again.';
  return isRefusedByServer(error) ? messageOf(error, fallback) : fallback;
};

/** `replaces` is the outline that the author compared it with; no other outline is overwritten. */
export interface OutlineSave {
  readonly outline: string;
  readonly replaces: string;
  readonly title: string;
}

/**
 * Saves an outline with the book; the toast offers Undo. `onSaved` is called even when the panel was closed meanwhile.
 */
export function useSaveOutline(bookId: string, onSaved: (outline: string) => void) {
  const client = useQueryClient();
  const params = { id: bookId };
  const saving = useMutation({
    mutationFn: async ({ outline, replaces }: OutlineSave) => {
      try {
        return {
          book: await call(updateBook, { params, body: { outline, seen: { outline: replaces } } }),
          isSaved: true,
        };
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412) throw error;
        return { book: await call(getBook, { params }), isSaved: false };
      }
    },
    onSuccess: ({ book, isSaved }, { outline, replaces, title }) => {
      cacheBook(client, book);
      if (!isSaved)
        return showToast({
          title: 'Your outline has changed in the meantime',
          description: 'Nothing was replaced. The current outline is shown now.',
        });
      onSaved(outline);
      void invalidateBook(client, bookId);
      void invalidateAiContext(client);
      showToast({
        title,
        description: 'It is saved with your book.',
        durationMs: 30_000,
        action: {
          label: 'Undo',
          run: () => saving.mutate({ outline: replaces, replaces: book.outline, title: 'Outline Restored' }),
        },
      });
    },
    onError: (error) => {
      if (!isSignedOut(error))
        showToast({
          title: 'The outline could not be saved',
          description: messageOf(error, 'It is still here. Please try again.'),
          tone: 'destructive',
        });
    },
  });
  return saving;
}
