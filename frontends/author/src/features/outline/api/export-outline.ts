import type { Book } from '@inkbear/contracts/books/book';
import { exportOutlinePdf } from '@inkbear/contracts/export/export';
import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { fileName, saveFile } from '@inkbear/web-kit/save-file.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation } from '@tanstack/react-query';

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
          description: messageOf(error, 'Please try again.'),
          tone: 'destructive',
        });
    },
  });
}
