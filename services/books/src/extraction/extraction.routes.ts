import * as contract from '@inkbear/contracts/bible/suggestion';
import { nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { BibleRepository } from '../bible/bible.repository.ts';
import type { BookRepository } from '../books/book.repository.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import { listSuggestions } from './list-suggestions.ts';
import { presentBible } from './extraction.presenter.ts';
import type { ExtractionRepository } from './extraction.repository.ts';

interface ExtractionRouteDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly bible: BibleRepository;
  readonly extractions: ExtractionRepository;
}

export const extractionRoutes = ({ books, chapters, bible, extractions }: ExtractionRouteDeps): ServedRoute[] => [
  serve(contract.getBible, async ({ params, identity }) => {
    await books.getLive(params.id, identity.userId);
    const counts = await bible.countAll(params.id);
    const rows = await extractions.listOfBook(params.id);

    return reply(200, presentBible(counts, await chapters.listLive(params.id), rows));
  }),
  serve(contract.listBibleProposals, async ({ params, query, identity }) => {
    await books.getLive(params.id, identity.userId);
    const { suggestions, next } = await listSuggestions(bible, params.id, query);

    return reply(200, suggestions, nextLink(contract.listBibleProposals, query, next, params));
  }),
];
