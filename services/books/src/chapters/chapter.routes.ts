import * as contract from '@inkbear/contracts/books/chapter';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript-store';
import { patchText } from '@inkbear/manuscript-store/patch-text';
import { requireExpectedFields } from '@inkbear/manuscript-store/preconditions';
import { saveText } from '@inkbear/manuscript-store/save-text';
import { etag } from '@inkbear/service-kit/etag';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { TrashDeps } from '../books/trash-book.ts';
import { presentChapter, presentChapterListItem } from './chapter.presenter.ts';
import { chapterKind, type ChapterRow, withPlanDefaults } from './chapter.ts';
import { createChapter, type StructureDeps } from './create-chapter.ts';
import { orderChapters } from './order-chapters.ts';
import { trashChapter } from './trash-chapter.ts';

type ChapterDeps = StructureDeps & TrashDeps & { readonly store: ManuscriptStore<ChapterRow> };

export const chapterRoutes = (deps: ChapterDeps): ServedRoute[] => [...structureRoutes(deps), ...textRoutes(deps)];

/** The list of chapters: their number, order and existence. */
function structureRoutes(deps: ChapterDeps): ServedRoute[] {
  const { books, chapters } = deps;

  return [
    serve(contract.listChapters, async ({ params, identity }) => {
      await books.getLive(params.id, identity.userId);
      const listed = await chapters.listLive(params.id);

      return reply(200, listed.map(presentChapterListItem));
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

      return reply(200, ordered.map(presentChapterListItem));
    }),
    serve(contract.deleteChapter, async ({ params, identity }) => {
      await trashChapter(deps, params.id, identity.userId);

      return reply(200, { message: 'The chapter was moved to the trash. You can restore it for 30 days.' });
    }),
  ];
}

/** One chapter's text and fields. */
function textRoutes({ chapters, store }: ChapterDeps): ServedRoute[] {
  return [
    serve(contract.getChapter, async ({ params, identity }) => {
      const chapter = await chapters.getLive(params.id, identity.userId);

      return reply(200, presentChapter(chapter), { ETag: etag(chapter.rev) });
    }),
    serve(contract.saveChapter, async ({ params, body, identity, ifMatch, timeZone }) => {
      const { content, origins, isComplete: flaggedComplete, seen = {}, ...fields } = body;
      const chapter = await saveText(store, {
        id: params.id,
        userId: identity.userId,
        baseRev: ifMatch,
        content,
        origins,
        fields: { ...fields, flaggedComplete },
        check: (stored) =>
          requireExpectedFields(chapterKind.errors.stale, { ...stored, ...withPlanDefaults(stored) }, fields, seen),
        timeZone,
      });

      return reply(200, presentChapter(chapter), { ETag: etag(chapter.rev) });
    }),
    serve(contract.patchChapter, async ({ params, body, identity, ifMatch, timeZone }) => {
      const chapter = await patchText(store, {
        ...body,
        id: params.id,
        userId: identity.userId,
        baseRev: ifMatch,
        timeZone,
      });

      return reply(200, presentChapterListItem(chapter), { ETag: etag(chapter.rev) });
    }),
  ];
}
