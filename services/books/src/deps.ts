import { HeadCache } from '@inkbear/manuscript-store/head-cache';
import { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript-store';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import type { Connection } from 'mongoose';
import { AllowanceRepository } from './allowance/allowance.repository.ts';
import { BibleRepository } from './bible/bible.repository.ts';
import { bibleRoutes } from './bible/bible.routes.ts';
import { BookPolicy } from './books/book.policy.ts';
import { BookRepository } from './books/book.repository.ts';
import { bookRoutes } from './books/book.routes.ts';
import { eraseUser } from './books/erase-user.ts';
import { internalRoutes } from './books/internal.routes.ts';
import { createQuota, requireChapterFieldsCapacity } from './books/quota.ts';
import { createWholeBookSlots } from './books/whole-book-slots.ts';
import { chapterKind, type ChapterRow } from './chapters/chapter.ts';
import { ChapterRepository } from './chapters/chapter.repository.ts';
import { chapterRoutes } from './chapters/chapter.routes.ts';
import { consumers } from './consumers.ts';
import { DesignRepository } from './design/design.repository.ts';
import { designRoutes } from './design/design.routes.ts';
import { FindingRepository } from './findings/finding.repository.ts';
import { findingRoutes } from './findings/finding.routes.ts';
import { StoryChecker } from './findings/story-checker.ts';
import { BookImportRepository } from './imports/book-import.repository.ts';
import { importRoutes } from './imports/import.routes.ts';
import { ImportedChapterRepository } from './imports/imported-chapter.repository.ts';
import { jobs } from './jobs.ts';
import { MatterRepository } from './matter/matter.repository.ts';
import { matterRoutes } from './matter/matter.routes.ts';
import { MentionFinder } from './mentions/mention-finder.ts';
import { mentionRoutes } from './mentions/mention.routes.ts';
import { OutlineAnalyser } from './outline-analysis/outline-analyser.ts';
import { outlineAnalysisRoutes } from './outline-analysis/outline-analysis.routes.ts';
import { ProvenanceAnswersRepository } from './provenance/provenance-answers.repository.ts';
import { ProvenanceRepository } from './provenance/provenance.repository.ts';
import { provenanceRoutes } from './provenance/provenance.routes.ts';
import { WordClassifier } from './provenance/word-classifier.ts';
import { extractionRoutes } from './extraction/extraction.routes.ts';
import { ExtractionRepository } from './extraction/extraction.repository.ts';
import { StoryExtractor } from './extraction/story-extractor.ts';
import { revisionRoutes } from './revisions/revision.routes.ts';
import { progressRoutes } from './progress/progress.routes.ts';
import { WritingDayRepository } from './progress/writing-day.repository.ts';
import { StatementRepository } from './structure/statement.repository.ts';
import { StructureOperationRepository } from './structure/structure-operation.repository.ts';
import { structureRoutes } from './structure/structure.routes.ts';
import { StyleSheetRepository } from './style-sheet/style-sheet.repository.ts';
import { styleSheetRoutes } from './style-sheet/style-sheet.routes.ts';
import { TrashRepository } from './trash/trash.repository.ts';
import { trashRoutes } from './trash/trash.routes.ts';
import { createVoiceReports } from './voice/read-voice.ts';
import { VoiceAnalyser } from './voice/voice-analyser.ts';
import { voiceRoutes } from './voice/voice.routes.ts';

const createRepositories = (connection: Connection) => ({
  trash: new TrashRepository(connection),
  writingDays: new WritingDayRepository(connection),
  designs: new DesignRepository(connection),
  styleSheets: new StyleSheetRepository(connection),
  matters: new MatterRepository(connection),
  findings: new FindingRepository(connection),
  bible: new BibleRepository(connection),
  extractions: new ExtractionRepository(connection),
  provenance: new ProvenanceRepository(connection),
  provenanceAnswers: new ProvenanceAnswersRepository(connection),
  statements: new StatementRepository(connection),
  structureOperations: new StructureOperationRepository(connection),
  allowances: new AllowanceRepository(connection),
  imports: new BookImportRepository(connection),
  importedChapters: new ImportedChapterRepository(connection),
});

/** Worker threads; each starts with its first job. */
const createWorkers = () => ({
  outlineAnalyser: new OutlineAnalyser(),
  voiceAnalyser: new VoiceAnalyser(),
  storyChecker: new StoryChecker(),
  storyExtractor: new StoryExtractor(),
  mentionFinder: new MentionFinder(),
  wordClassifier: new WordClassifier(),
});

interface StoreParts {
  readonly chapters: ChapterRepository;
  readonly history: HistoryRepository;
  readonly quota: ByteQuota;
  readonly policy: BookPolicy;
}

function createStore(
  { batches, outbox, clock, newId }: Platform,
  { chapters, history, quota, policy }: StoreParts,
): ManuscriptStore<ChapterRow> {
  return {
    manuscriptKind: chapterKind,
    heads: chapters,
    history,
    cache: new HeadCache(),
    quota,
    batches,
    outbox,
    clock,
    newId,
    requireEditable: (chapter) => policy.requireEditable(chapter),
    requireListCapacity: (chapter, growth) => requireChapterFieldsCapacity(chapters, chapter, growth),
  };
}

export function createParts(platform: Platform): ServiceParts {
  const { connection, businessClock, entitlements, logger } = platform;
  const chapters = new ChapterRepository(connection, logger);
  const history = new HistoryRepository(connection, chapterKind.collections);
  const policy = new BookPolicy(entitlements);
  const books = new BookRepository(connection);
  const repositories = createRepositories(connection);
  const quota = createQuota({ connection, entitlements, books, chapters, imports: repositories.imports });
  const store = createStore(platform, { chapters, history, quota, policy });
  const workers = createWorkers();
  const deps = {
    ...platform,
    books,
    chapters,
    history,
    store,
    quota,
    policy,
    ...workers,
    wholeBookSlots: createWholeBookSlots(),
    voiceReports: createVoiceReports(),
    ...repositories,
  };
  return {
    served: [
      ...bookRoutes(deps),
      ...outlineAnalysisRoutes(deps),
      ...chapterRoutes(deps),
      ...revisionRoutes(deps),
      ...structureRoutes(deps),
      ...designRoutes(deps),
      ...styleSheetRoutes(deps),
      ...matterRoutes(deps),
      ...trashRoutes(deps),
      ...progressRoutes(deps),
      ...voiceRoutes(deps),
      ...provenanceRoutes(deps),
      ...findingRoutes(deps),
      ...bibleRoutes(deps),
      ...extractionRoutes(deps),
      ...mentionRoutes(deps),
      ...importRoutes(deps),
      ...internalRoutes(deps),
    ],
    subscriptions: [entitlements.subscription, businessClock.subscription, ...consumers(deps)],
    jobs: jobs(deps),
    erase: [...eraseUser(deps), quota.erase],
    close: async () => void (await Promise.all(Object.values(workers).map((worker) => worker.close()))),
  };
}
