import type { Book } from '@inkbear/contracts/books/book';
import { exportBookPdf, exportOutlinePdf } from '@inkbear/contracts/export/export';
import { isSignedOut, messageWithReferenceOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { fileName, saveFile } from '@inkbear/web-kit/save-file.ts';
import { UnsavedError } from '../../saving/unsaved-error.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation } from '@tanstack/react-query';

export interface ExportRequest {
  subFormat: 'ebook' | 'paperback';
  chapterId: string | null;
}

/** Saves first, then exports a book or one chapter as PDF. */
export function useExportBook({ id, title }: Pick<Book, 'id' | 'title'>, saveFirst: () => Promise<boolean>) {
  return useMutation({
    mutationFn: async ({ subFormat, chapterId }: ExportRequest) => {
      if (!(await saveFirst())) throw new UnsavedError();
      return call(exportBookPdf, { params: { id }, body: { chapterOnly: chapterId !== null, subFormat, chapterId } });
    },
    onSuccess: (pdf, { chapterId }) => {
      saveFile(pdf, fileName(title, chapterId === null ? '.pdf' : '-chapter.pdf'));
      showToast({ title: 'PDF Export Complete!', description: 'It is in your downloads.', durationMs: 10_000 });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      const text =
        error instanceof UnsavedError
          ? 'Your last changes are not saved yet, so they would be missing from the PDF. Please try again once they are saved.'
          : messageWithReferenceOf(error, 'Please try again.');
      showToast({ title: 'Failed to export PDF', description: text, tone: 'destructive' });
    },
  });
}

/** The outline as PDF, on every plan. */
export function useExportOutline({ id, title }: Pick<Book, 'id' | 'title'>) {
  return useMutation({
    mutationFn: () => call(exportOutlinePdf, { params: { id } }),
    onSuccess: (pdf) => {
      saveFile(pdf, fileName(title, '-outline.pdf'));
      showToast({ title: 'Outline Export Complete!', description: 'The PDF is in your downloads.', durationMs: 5000 });
    },
    onError: (error) => {
      if (!isSignedOut(error))
        showToast({
          title: 'Failed to export outline',
          description: messageWithReferenceOf(error, 'Please try again.'),
          tone: 'destructive',
        });
    },
  });
}
