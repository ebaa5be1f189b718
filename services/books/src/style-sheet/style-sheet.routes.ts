import { readStyleForOwner } from '@inkbear/contracts/books/internal';
import * as contract from '@inkbear/contracts/books/style-sheet';
import { etag } from '@inkbear/service-kit/etag';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { saveBookSettings, type SaveBookSettingsDeps } from '../book-settings/save-book-settings.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import { readStyleSheet, type StyleDeps } from './read-style.ts';
import { presentSavedStyle } from './style-sheet.presenter.ts';

interface StyleSheetRouteDeps extends SaveBookSettingsDeps, StyleDeps {
  readonly chapters: ChapterRepository;
}

export function styleSheetRoutes(deps: StyleSheetRouteDeps): ServedRoute[] {
  const { books, chapters, styleSheets } = deps;

  const readOf = async (bookId: string, userId: string): Promise<contract.StyleSheet> => {
    const book = await books.getLive(bookId, userId);
    const chapterIds = (await chapters.listLive(bookId)).map(({ _id }) => _id);
    return await readStyleSheet(deps, { book, chapterIds });
  };

  return [
    serve(contract.getStyleSheet, async ({ params, identity }) => {
      const sheet = await readOf(params.id, identity.userId);

      return reply(200, sheet, { ETag: etag(sheet.rev) });
    }),
    serve(contract.saveStyleSheet, async ({ params, body, identity: { userId }, ifMatch }) => {
      const save = { bookId: params.id, userId, baseRev: ifMatch, settings: body };
      const saved = await saveBookSettings(deps, { rows: styleSheets, title: 'style sheet' }, save);
      const sheet = { ...(await readOf(params.id, userId)), ...presentSavedStyle(saved) };

      return reply(200, sheet, { ETag: etag(sheet.rev) });
    }),
    serve(readStyleForOwner, async ({ params, query }) => {
      await books.getLive(params.id, query.userId);
      const saved = presentSavedStyle(await styleSheets.find(params.id));

      return reply(200, saved);
    }),
  ];
}
