import { type DesignSettings, getDesign, saveDesign } from '@inkbear/contracts/books/design';
import { getMatter, type MatterSection, saveMatter } from '@inkbear/contracts/books/matter';
import { call } from '@inkbear/web-kit/api.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { ifMatch } from '../../kit/if-match.ts';
import { usePutMutation } from '../../kit/use-put-mutation.ts';

export const designQuery = (bookId: string) => read(getDesign, { params: { id: bookId } });
export const matterQuery = (bookId: string) => read(getMatter, { params: { id: bookId } });

export const useSaveDesign = (bookId: string) =>
  usePutMutation({
    queryKey: designQuery(bookId).queryKey,
    send: ({ rev, settings }: { rev: number; settings: DesignSettings }) =>
      call(saveDesign, { params: { id: bookId }, body: settings, headers: ifMatch(rev) }),
  });

export const useSaveMatter = (bookId: string) =>
  usePutMutation({
    queryKey: matterQuery(bookId).queryKey,
    send: ({ rev, pieces }: { rev: number; pieces: MatterSection[] }) =>
      call(saveMatter, { params: { id: bookId }, body: { pieces }, headers: ifMatch(rev) }),
  });
