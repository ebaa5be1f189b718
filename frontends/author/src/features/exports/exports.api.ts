import type { Book } from '@inkbear/contracts/books/book';
import { exportBookPdf, exportOutlinePdf } from '@inkbear/contracts/export/export';
import { ApiError, isSignedOut, messageOf, withReference } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { fileName, saveFile } from '@inkbear/web-kit/save-file.ts';
import { UnsavedError } from '../../saving/unsaved-error.ts';
import { showToast, type Toast } from '@inkbear/web-kit/toast.ts';
import { untilAborted } from '@inkbear/web-kit/until-aborted.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useRef } from 'react';

export interface ExportRequest {
  subFormat: 'ebook' | 'paperback';
  chapterId: string | null;
}

/** Saves first, then exports a book or one chapter as PDF. */
export function useExportBook({ id, title }: Pick<Book, 'id' | 'title'>, saveFirst: () => Promise<boolean>) {
  return usePdfExport<ExportRequest>({
    request: async ({ subFormat, chapterId }, signal) => {
      if (!(await saveFirst())) throw new UnsavedError();
      return call(exportBookPdf, {
        params: { id },
        body: { chapterOnly: chapterId !== null, subFormat, chapterId },
        signal,
      });
    },
    nameOf: ({ chapterId }) => fileName(title, chapterId === null ? '.pdf' : '-chapter.pdf'),
    completed: { title: 'PDF Export Complete!', description: 'The PDF is in your downloads.', durationMs: 10_000 },
    failed: 'Failed to export PDF',
  });
}

/** The outline as PDF, on every plan. */
export function useExportOutline({ id, title }: Pick<Book, 'id' | 'title'>) {
  return usePdfExport<void>({
    request: (_input, signal) => call(exportOutlinePdf, { params: { id }, signal }),
    nameOf: () => fileName(title, '-outline.pdf'),
    completed: {
      title: 'Outline Export Complete!',
      description: 'The PDF is in your downloads.',
      durationMs: 5000,
    },
    failed: 'Failed to export outline',
  });
}

const tryAgain = 'Please try again.';

/** The message of `export.failed` only repeats the title of the toast. */
const hasOwnMessage = (error: unknown): boolean =>
  !(error instanceof ApiError && error.problem?.code === 'export.failed');

interface PdfExport<Input> {
  readonly request: (input: Input, signal: AbortSignal) => Promise<Blob>;
  readonly nameOf: (input: Input) => string;
  readonly completed: Toast;
  /** The title of the toast when it fails. */
  readonly failed: string;
}

/** Runs one export at a time and saves its file. `cancel` aborts the request, so that the server stops, without an error. */
function usePdfExport<Input>({ request, nameOf, completed, failed }: PdfExport<Input>) {
  const running = useRef<AbortController | null>(null);
  const exporting = useSingleFlightMutation<Blob, Input>(
    {
      mutationFn: async (input) => {
        const control = new AbortController();
        running.current = control;
        return await untilAborted(request(input, control.signal), control.signal);
      },
      onSuccess: (pdf, input) => {
        saveFile(pdf, nameOf(input));
        showToast(completed);
      },
      onError: (error) => {
        if (isSignedOut(error) || running.current?.signal.aborted === true) return;
        const description =
          error instanceof UnsavedError
            ? 'Your latest changes are not saved yet, so they would be missing from the PDF. Please try again once they are saved.'
            : withReference(error, hasOwnMessage(error) ? messageOf(error, tryAgain) : tryAgain);
        showToast({ title: failed, description, tone: 'destructive' });
      },
    },
    anyInput,
  );
  return { ...exporting, cancel: () => running.current?.abort() };
}
