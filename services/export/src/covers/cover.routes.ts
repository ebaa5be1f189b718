import {
  type Cover,
  deleteCover,
  getCover,
  getCoverGuide,
  getCoverImage,
  uploadCover,
} from '@inkbear/contracts/export/cover';
import { findScopeForOwner, readBookForOwner, readDesignAndMatter } from '@inkbear/contracts/books/internal';
import { buildPath } from '@inkbear/contracts/route';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute, serveUpload } from '@inkbear/service-kit/serve';
import { attachment } from '../rendering/attachment.ts';
import type { TypesettingPool } from '../rendering/typesetting-pool.ts';
import type { CoverRow } from './cover.repository.ts';
import { parseCoverUpload, requireBook } from './receive-cover.ts';
import { type CoverDeps, type CoverOwner, removeCover } from './remove-cover.ts';
import { replaceCover } from './replace-cover.ts';

const presentCover = ({ _id, width, height, storedId }: CoverRow): Cover => ({
  width,
  height,
  url: `${buildPath(getCoverImage, { id: _id })}?version=${storedId}`,
});

export function coverRoutes(deps: CoverDeps & { readonly typesetting: TypesettingPool }): ServedRoute[] {
  const { covers, storedFiles, images, outbox, peers, typesetting } = deps;
  const middleware = [requireBook(peers), parseCoverUpload];
  const getOwnCover = async ({ bookId, userId }: CoverOwner): Promise<CoverRow> => {
    await peers.call(findScopeForOwner, { query: { userId, bookId } });
    const cover = await covers.find(bookId, userId);
    if (!cover) throw new ProblemError('export.cover_not_found');
    return cover;
  };

  return [
    serveUpload(uploadCover, middleware, async ({ params, identity: { userId }, file, signal }) => {
      const cover = await replaceCover(deps, { bookId: params.id, userId }, { file, signal });

      return reply(200, presentCover(cover));
    }),

    serve(getCover, async ({ params, identity: { userId } }) => {
      const cover = await getOwnCover({ bookId: params.id, userId });

      return reply(200, presentCover(cover));
    }),

    serve(getCoverImage, async ({ params, identity: { userId } }) => {
      const cover = await getOwnCover({ bookId: params.id, userId });

      return reply(200, storedFiles.open(cover.storedId), {
        'Cache-Control': 'private, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
      });
    }),

    serve(getCoverGuide, async ({ params, query: { format, pages }, identity: { userId }, signal }) => {
      const book = { params: { id: params.id }, query: { userId }, signal };
      const [{ book: described }, { design }] = await Promise.all([
        peers.call(readBookForOwner, book),
        peers.call(readDesignAndMatter, book),
      ]);
      const drawn = format === 'pdf' ? 'pdf' : 'svg';
      const caller = { owner: userId, signal };
      const guide = await typesetting.drawGuide(caller, { pages, design, format: drawn });
      const file = format === 'png' ? await images.renderGuide(caller, guide.bytes) : guide.bytes;

      return reply(200, file, {
        'Content-Type': format === 'png' ? 'image/png' : guide.contentType,
        ...attachment(`${described.title} - cover guide.${format}`),
      });
    }),

    serve(deleteCover, async ({ params, identity: { userId } }) => {
      const owner = { bookId: params.id, userId };
      await peers.call(findScopeForOwner, { query: owner });
      await outbox.run((transaction) => removeCover(deps, owner, transaction));

      return reply(204, undefined);
    }),
  ];
}
