import { getOutlineAnalysis } from '@inkbear/contracts/books/book';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { BookRepository } from '../books/book.repository.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { OutlineAnalyser } from './outline-analyser.ts';

interface Deps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly outlineAnalyser: OutlineAnalyser;
}

export const outlineAnalysisRoutes = ({ books, chapters, outlineAnalyser }: Deps): ServedRoute[] => [
  serve(getOutlineAnalysis, async ({ params, identity, signal }) => {
    const { outline, wordCount } = await books.getLive(params.id, identity.userId);
    const rows = await chapters.listLive(params.id);
    // Only what the analysis reads is copied to the thread.
    const plans = rows.map(({ chapterNumber, title, description, keyPoints, beats = [], targetWordCount }) => ({
      chapterNumber,
      title,
      description,
      keyPoints: [...keyPoints, ...beats.map(({ text }) => text)],
      targetWordCount,
    }));
    const analysis = await outlineAnalyser.analyse(
      { outline, targetWords: wordCount, chapters: plans },
      { owner: identity.userId, signal },
    );

    return reply(200, analysis);
  }),
];
