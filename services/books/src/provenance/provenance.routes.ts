import { readProvenanceForOwner } from '@inkbear/contracts/books/internal';
import { getProvenance, saveProvenanceAnswers } from '@inkbear/contracts/books/provenance';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { saveBookSettings, type SaveBookSettingsDeps } from '../book-settings/save-book-settings.ts';
import { type ProvenanceDeps, readProvenance } from './read-provenance.ts';

export function provenanceRoutes(deps: SaveBookSettingsDeps & ProvenanceDeps): ServedRoute[] {
  const { provenanceAnswers } = deps;

  return [
    serve(getProvenance, async ({ params, identity: { userId }, signal }) => {
      const provenance = await readProvenance(deps, { bookId: params.id, userId, signal });

      return reply(200, provenance);
    }),
    serve(readProvenanceForOwner, async ({ params, query: { userId }, signal }) => {
      const provenance = await readProvenance(deps, { bookId: params.id, userId, signal });

      return reply(200, provenance);
    }),
    serve(saveProvenanceAnswers, async ({ params, body, identity: { userId }, signal }) => {
      const baseRev = (await provenanceAnswers.find(params.id))?.rev ?? 0;
      const save = { bookId: params.id, userId, baseRev, settings: body };
      await saveBookSettings(deps, { rows: provenanceAnswers, title: 'declaration' }, save);
      const provenance = await readProvenance(deps, { bookId: params.id, userId, signal });

      return reply(200, provenance);
    }),
  ];
}
