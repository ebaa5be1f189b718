import * as contract from '@inkbear/contracts/books/chapter';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript';
import { patchText } from '@inkbear/manuscript-store/patch-text';
import { requireExpectedFields } from '@inkbear/manuscript-store/preconditions';
import { saveText } from '@inkbear/manuscript-store/save-text';
import { etag } from '@inkbear/service-kit/etag';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { TrashDeps } from '../books/trash-book.ts';
import { presentChapter, presentSaved } from './chapter.presenter.ts';
import { chapterKind, type ChapterRow } from './chapter.ts';
import { createChapter, type StructureDeps } from './create-chapter.ts';
import { orderChapters } from './order-chapters.ts';
import { trashChapter } from './trash-chapter.ts';

export function chapterRoutes(
  deps: StructureDeps & TrashDeps & { manuscripts: ManuscriptStore<ChapterRow> },
): ServedRoute[] {
  const { books, chapters, manuscripts } = deps;
  return [
    serve(contract.listChapters, async ({ params, identity }) => {
      await books.getLive(params.id, identity.userId);
      return reply(200, (await chapters.listShownPlans(params.id)).map(presentSaved));
    }),
    serve(contract.createChapter, async ({ params, body, identity }) => {
      const chapter = await createChapter(deps, {
        bookId: params.id,
        userId: identity.userId,
        title: body.title,
        after: body.afterChapterNumber,
      });
      return reply(201, presentChapter(chapter), { ETag: etag(chapter.rev) });
    }),
    serve(contract.orderChapters, async ({ params, body, identity }) => {
      const ordered = await orderChapters(deps, {
        bookId: params.id,
        userId: identity.userId,
        chapterIds: body.chapterIds,
      });
      return reply(200, ordered.map(presentSaved));
    }),
    serve(contract.getChapter, async ({ params, identity }) => {
      const chapter = await chapters.getLive(params.id, identity.userId);
      return reply(200, presentChapter(chapter), { ETag: etag(chapter.rev) });
    }),
    serve(contract.saveChapter, async ({ params, body, identity, ifMatch, timeZone }) => {
      const { content, isComplete: flaggedComplete, seen = {}, ...fields } = body;
      const chapter = await saveText(manuscripts, {
        id: params.id,
        userId: identity.userId,
        baseRev: ifMatch,
        content,
        fields: { ...fields, flaggedComplete },
        check: (stored) => requireExpectedFields(chapterKind.errors.stale, stored, fields, seen),
        timeZone,
      });
      return reply(200, presentChapter(chapter), { ETag: etag(chapter.rev) });
    }),
    serve(contract.patchChapter, async ({ params, body, identity, ifMatch, timeZone }) => {
      const chapter = await patchText(manuscripts, {
        ...body,
        id: params.id,
        userId: identity.userId,
        baseRev: ifMatch,
        timeZone,
      });
      return reply(200, presentSaved(chapter), { ETag: etag(chapter.rev) });
    }),
    serve(contract.deleteChapter, async ({ params, identity }) => {
      await trashChapter(deps, params.id, identity.userId);
      return reply(200, { message: 'The chapter was moved to the trash. You can restore it for 30 days.' });
    }),
  ];
}
