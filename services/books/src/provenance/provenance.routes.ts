import { readProvenanceForOwner } from '@inkbear/contracts/books/internal';
import { getProvenance, type ProvenanceAnswers, saveProvenanceAnswers } from '@inkbear/contracts/books/provenance';
import { retryOnConflict } from '@inkbear/manuscript-store/commit-save';
import type { FairSlots } from '@inkbear/service-kit/fair-slots';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { BookSettingsSave } from '../book-settings/book-settings.ts';
import { saveBookSettings, type SaveBookSettingsDeps } from '../book-settings/save-book-settings.ts';
import { loadProvenance, type ProvenanceDeps, readProvenance } from './read-provenance.ts';

type ProvenanceRouteDeps = SaveBookSettingsDeps & ProvenanceDeps & { readonly wholeBookSlots: FairSlots };

export function provenanceRoutes({ wholeBookSlots, ...deps }: ProvenanceRouteDeps): ServedRoute[] {
  const read = (bookId: string, userId: string, signal: AbortSignal) =>
    wholeBookSlots.run({ owner: userId, signal }, () => readProvenance(deps, { bookId, userId, signal }));
  return [
    serve(getProvenance, async ({ params, identity: { userId }, signal }) => {
      const provenance = await read(params.id, userId, signal);

      return reply(200, provenance);
    }),
    serve(readProvenanceForOwner, async ({ params, query: { userId }, signal }) => {
      const provenance = await read(params.id, userId, signal);

      return reply(200, provenance);
    }),
    serve(saveProvenanceAnswers, async ({ params, body, identity: { userId } }) => {
      await retryOnConflict(() => saveAnswers(deps, { bookId: params.id, userId, settings: body }));
      const provenance = await loadProvenance(deps, params.id);

      return reply(200, provenance);
    }),
  ];
}

/** Replaces the answers, whatever they were. Null when they were changed at the same moment. */
async function saveAnswers(
  deps: SaveBookSettingsDeps & ProvenanceDeps,
  save: Omit<BookSettingsSave<ProvenanceAnswers>, 'baseRev'>,
): Promise<true | null> {
  const { provenanceAnswers } = deps;
  const baseRev = (await provenanceAnswers.find(save.bookId))?.rev ?? 0;
  try {
    await saveBookSettings(deps, { rows: provenanceAnswers, title: 'declaration' }, { ...save, baseRev });
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'books.stale_revision') return null;
    throw error;
  }
}
