import * as contract from '@inkbear/contracts/books/design';
import { etag } from '@inkbear/service-kit/etag';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { DesignRepository } from './design.repository.ts';
import { saveBookSettings, type SaveBookSettingsDeps } from '../book-settings/save-book-settings.ts';
import { requireValidDesign } from './design.ts';
import { presentDesign } from './design.presenter.ts';

interface DesignRouteDeps extends SaveBookSettingsDeps {
  readonly designs: DesignRepository;
}

export function designRoutes(deps: DesignRouteDeps): ServedRoute[] {
  const { books, designs } = deps;

  return [
    serve(contract.getDesign, async ({ params, identity }) => {
      await books.getLive(params.id, identity.userId);
      const design = presentDesign(await designs.find(params.id));

      return reply(200, design, { ETag: etag(design.rev) });
    }),
    serve(contract.saveDesign, async ({ params, body, identity, ifMatch }) => {
      const save = { bookId: params.id, userId: identity.userId, baseRev: ifMatch, settings: body };
      requireValidDesign(body);
      const design = presentDesign(await saveBookSettings(deps, { rows: designs, title: 'design' }, save));

      return reply(200, design, { ETag: etag(design.rev) });
    }),
  ];
}
