import type { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { AllowanceRepository } from '../allowance/allowance.repository.ts';
import type { BibleRepository } from '../bible/bible.repository.ts';
import type { DesignRepository } from '../design/design.repository.ts';
import type { StyleSheetRepository } from '../style-sheet/style-sheet.repository.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { FindingRepository } from '../findings/finding.repository.ts';
import type { BookImportRepository } from '../imports/book-import.repository.ts';
import type { MatterRepository } from '../matter/matter.repository.ts';
import type { WritingDayRepository } from '../progress/writing-day.repository.ts';
import type { ExtractionRepository } from '../extraction/extraction.repository.ts';
import type { ProvenanceAnswersRepository } from '../provenance/provenance-answers.repository.ts';
import type { ProvenanceRepository } from '../provenance/provenance.repository.ts';
import type { StructureOperationRepository } from '../structure/structure-operation.repository.ts';
import type { TrashRepository } from '../trash/trash.repository.ts';
import type { BookRepository } from './book.repository.ts';

interface EraseDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly history: HistoryRepository;
  readonly trash: TrashRepository;
  readonly writingDays: WritingDayRepository;
  readonly designs: DesignRepository;
  readonly styleSheets: StyleSheetRepository;
  readonly matters: MatterRepository;
  readonly findings: FindingRepository;
  readonly bible: BibleRepository;
  readonly extractions: ExtractionRepository;
  readonly provenance: ProvenanceRepository;
  readonly provenanceAnswers: ProvenanceAnswersRepository;
  readonly structureOperations: StructureOperationRepository;
  readonly allowances: AllowanceRepository;
  readonly imports: BookImportRepository;
}

const chaptersPerStep = 20;

/**
 * Deletes everything of an erased user in batches: chapters with their history, books, trash, writing days, designs,
 * style sheets, front and back matter, findings, story bibles, extractions, provenance and its answers, operations on the
 * structure, allowances, imports. History rows are deleted before their chapter, because they are found only through it. May
 * stop anywhere; the next call continues.
 */
export const eraseUser = ({
  books,
  chapters,
  history,
  trash,
  writingDays,
  designs,
  styleSheets,
  matters,
  findings,
  bible,
  extractions,
  provenance,
  provenanceAnswers,
  structureOperations,
  allowances,
  imports,
}: EraseDeps): EraseRows[] => [
  async (userId, limit) => {
    const ids = await chapters.listIdsOfUser(userId, chaptersPerStep);
    if (ids.length === 0) return 0;
    if ((await history.eraseSome(ids, limit)) > 0) return limit;
    await chapters.erase(ids);
    // A concurrent compaction may have flushed pending changes into the history meanwhile.
    await history.erase(ids);
    return limit;
  },
  (userId, limit) => books.eraseUser(userId, limit),
  (userId, limit) => trash.eraseUser(userId, limit),
  (userId, limit) => writingDays.eraseUser(userId, limit),
  (userId, limit) => designs.eraseUser(userId, limit),
  (userId, limit) => styleSheets.eraseUser(userId, limit),
  (userId, limit) => matters.eraseUser(userId, limit),
  (userId, limit) => findings.eraseUser(userId, limit),
  (userId, limit) => bible.eraseUser(userId, limit),
  (userId, limit) => extractions.eraseUser(userId, limit),
  (userId, limit) => provenance.eraseUser(userId, limit),
  (userId, limit) => provenanceAnswers.eraseUser(userId, limit),
  (userId, limit) => structureOperations.eraseUser(userId, limit),
  (userId, limit) => allowances.eraseUser(userId, limit),
  (userId, limit) => imports.eraseUser(userId, limit),
];
