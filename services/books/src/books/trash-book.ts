import { bookRemoved } from '@inkbear/contracts/events';
import type { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import { pinRevisions } from '@inkbear/manuscript-store/revisions';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BibleRepository } from '../bible/bible.repository.ts';
import type { DesignRepository } from '../design/design.repository.ts';
import type { StyleSheetRepository } from '../style-sheet/style-sheet.repository.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { FindingRepository } from '../findings/finding.repository.ts';
import type { MatterRepository } from '../matter/matter.repository.ts';
import type { WritingDayRepository } from '../progress/writing-day.repository.ts';
import type { ExtractionRepository } from '../extraction/extraction.repository.ts';
import type { ProvenanceAnswersRepository } from '../provenance/provenance-answers.repository.ts';
import type { ProvenanceRepository } from '../provenance/provenance.repository.ts';
import type { StructureOperationRepository } from '../structure/structure-operation.repository.ts';
import { newTrash } from '../trash/trash.ts';
import type { TrashRepository } from '../trash/trash.repository.ts';
import type { BookRepository } from './book.repository.ts';

export interface TrashDeps {
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
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly newId: NewId;
}

/**
 * Moves a book to the trash, hides its chapters, and pins their current revisions, so that these are never compacted.
 */
export async function trashBook(
  { books, chapters, history, trash, outbox, clock, newId }: TrashDeps,
  id: string,
  userId: string,
): Promise<void> {
  const at = clock.now();
  await outbox.run(async (transaction) => {
    const { session, emit } = transaction;
    const book = await books.changeState({ id, userId, from: 'live', to: 'trashed' }, session);
    if (!book) throw new ProblemError('books.not_found');
    await pinRevisions({ heads: chapters, history }, await chapters.listAllLive(id, session), session);
    await chapters.changeStateOfBook({ bookId: id, from: 'live', to: 'hidden' }, session);
    await trash.requireCapacity(userId, transaction);
    await trash.insert(
      newTrash({ id: newId(), userId, kind: 'book', itemId: id, bookId: id, title: book.title, at }),
      session,
    );
    await emit(bookRemoved, id, { bookId: id, userId, stage: 'trashed' });
  });
}
