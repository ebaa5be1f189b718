import * as contract from '@inkbear/contracts/books/design';
import { etag } from '@inkbear/service-kit/etag';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { presentDesign } from './design.presenter.ts';
import { saveDesign, type SaveDesignDeps } from './save-design.ts';

export function designRoutes(deps: SaveDesignDeps): ServedRoute[] {
  const { books, designs } = deps;

  return [
    serve(contract.getDesign, async ({ params, identity }) => {
      await books.getLive(params.id, identity.userId);
      const design = presentDesign(await designs.find(params.id));

      return reply(200, design, { ETag: etag(design.rev) });
    }),
    serve(contract.saveDesign, async ({ params, body, identity, ifMatch }) => {
      const design = await saveDesign(deps, {
        bookId: params.id,
        userId: identity.userId,
        baseRev: ifMatch,
        settings: body,
      });

      return reply(200, presentDesign(design), { ETag: etag(design.rev) });
    }),
  ];
}
