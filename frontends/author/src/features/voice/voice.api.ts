import { getVoice } from '@inkbear/contracts/books/voice';
import { read } from '@inkbear/web-kit/read.ts';
import { useQuery } from '@tanstack/react-query';

/**
 * How close the chapters of a book are to the author's voice. It is measured when the tool opens, and again only when the
 * author asks: measuring a long book takes the server a second.
 */
export const useVoice = (bookId: string) =>
  useQuery({ ...read(getVoice, { params: { id: bookId } }), refetchOnMount: 'always', refetchOnWindowFocus: false });
