import { getStyleSheet, saveStyleSheet, type StyleSettings } from '@inkbear/contracts/books/style-sheet';
import { call } from '@inkbear/web-kit/api.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { useQuery } from '@tanstack/react-query';
import { ifMatch } from '../../../kit/if-match.ts';
import { usePutMutation } from '../../../kit/use-put-mutation.ts';

const styleSheetQuery = (bookId: string) => read(getStyleSheet, { params: { id: bookId } });

/** The style sheet of a book. It is refetched on mount, because the detected conventions change with the text. */
export const useStyleSheet = (bookId: string) => useQuery({ ...styleSheetQuery(bookId), refetchOnMount: 'always' });

export const useSaveStyleSheet = (bookId: string) =>
  usePutMutation({
    queryKey: styleSheetQuery(bookId).queryKey,
    send: ({ rev, settings }: { rev: number; settings: StyleSettings }) =>
      call(saveStyleSheet, { params: { id: bookId }, body: settings, headers: ifMatch(rev) }),
  });
