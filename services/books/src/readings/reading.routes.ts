import * as contract from '@inkbear/contracts/bible/proposal';
import { nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { BibleRepository } from '../bible/bible.repository.ts';
import type { BookRepository } from '../books/book.repository.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import { listProposals } from './list-proposals.ts';
import { presentBible } from './reading.presenter.ts';
import type { ReadingRepository } from './reading.repository.ts';

interface ReadingRouteDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly bible: BibleRepository;
  readonly readings: ReadingRepository;
}

export const readingRoutes = ({ books, chapters, bible, readings }: ReadingRouteDeps): ServedRoute[] => [
  serve(contract.getBible, async ({ params, identity }) => {
    await books.getLive(params.id, identity.userId);
    const counts = await bible.countAll(params.id);
    const rows = await readings.listOfBook(params.id);

    return reply(200, presentBible(counts, await chapters.listLive(params.id), rows));
  }),
  serve(contract.listBibleProposals, async ({ params, query, identity }) => {
    await books.getLive(params.id, identity.userId);
    const { proposals, next } = await listProposals(bible, params.id, query);

    return reply(200, proposals, nextLink(contract.listBibleProposals, query, next, params));
  }),
];
