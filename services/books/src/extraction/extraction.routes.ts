import * as internal from '@inkbear/contracts/bible/internal';
import * as contract from '@inkbear/contracts/bible/suggestion';
import { nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { listSuggestions } from './list-suggestions.ts';
import { presentBible } from './extraction.presenter.ts';
import { proposeProviderResults, type ReadingDeps } from './propose-provider-results.ts';
import { loadProviderScope } from './load-provider-scope.ts';

export function extractionRoutes(deps: ReadingDeps): ServedRoute[] {
  const { books, chapters, bible, extractions } = deps;
  const readState = async (bookId: string, userId: string): Promise<contract.BibleState> => {
    const { providerReading } = await books.getLive(bookId, userId);
    return presentBible({
      providerReading,
      counts: await bible.countAll(bookId),
      chapters: await chapters.listLive(bookId),
      extractions: await extractions.listOfBook(bookId),
    });
  };

  return [
    serve(contract.getBible, async ({ params, identity }) => {
      const state = await readState(params.id, identity.userId);

      return reply(200, state);
    }),
    serve(contract.setProviderReading, async ({ params, body, identity: { userId } }) => {
      await books.setProviderReading(params.id, userId, body.providerReading);
      const state = await readState(params.id, userId);

      return reply(200, state);
    }),
    serve(contract.listBibleProposals, async ({ params, query, identity }) => {
      await books.getLive(params.id, identity.userId);
      const { suggestions, next } = await listSuggestions(bible, params.id, query);

      return reply(200, suggestions, nextLink(contract.listBibleProposals, query, next, params));
    }),
    serve(internal.readReadingScope, async ({ params, query }) => {
      const scope = await loadProviderScope(deps, params.id, query.userId);

      return reply(200, scope);
    }),
    serve(internal.proposeToBible, async ({ params, body }) => {
      const counts = await proposeProviderResults(deps, params.id, body);

      return reply(200, counts);
    }),
  ];
}
