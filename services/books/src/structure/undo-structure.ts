import type { ChapterBeat } from '@inkbear/contracts/books/chapter';
import { structureUndoDays } from '@inkbear/contracts/books/scene';
import { retryOnConflict } from '@inkbear/manuscript-store/commit-save';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ChapterRow } from '../chapters/chapter.ts';
import { joinBeats } from './beats.ts';
import { commitStructureChange, type RestructureDeps, type StructureRequest } from './commit-structure-change.ts';
import { reverseEdits, reverseMove } from './moved-text.ts';
import type { StructureChange } from './plan-structure-change.ts';
import { type OperationChapter, reverseFate, type StructureOperationRow } from './structure-operation.ts';

interface UndoRequest extends Omit<StructureRequest, 'requestKey'> {
  readonly bookId: string;
  readonly operationId: string;
}

const dayMs = 86_400_000;

/**
 * Takes an operation back: every text is again as it was before. Throws 404 after 30 days, and 409 when one of the texts has
 * changed since, or one of the chapters was deleted or restored. An undo changes one of them, so it happens only once.
 */
export const undoStructure = (
  deps: RestructureDeps,
  { bookId, operationId, userId, timeZone }: UndoRequest,
): Promise<StructureOperationRow> =>
  retryOnConflict(async () => {
    const { books, structureOperations, policy, clock, newId } = deps;
    await policy.requireEditable(await books.getLive(bookId, userId));
    const since = new Date(clock.now().getTime() - structureUndoDays * dayMs);
    const operation = await structureOperations.find(bookId, operationId, since);
    if (!operation) throw new ProblemError('books.operation_not_found');
    const chapters = await Promise.all(operation.chapters.map((chapter) => loadChapter(deps, chapter)));
    const change = decideUndo(operation, chapters, newId);
    const undone = await commitStructureChange(deps, { timeZone, requestKey: null }, change);
    return undone && { ...undone, _id: operationId };
  });

/** A chapter as an operation has left it. */
interface UnchangedChapter {
  readonly done: OperationChapter;
  readonly head: ChapterRow;
  /** Its text before the operation, if that has changed it. */
  readonly textBefore: string;
}

/** Throws 409 when the chapter is not as the operation has left it. */
async function loadChapter({ chapters, history }: RestructureDeps, done: OperationChapter): Promise<UnchangedChapter> {
  const { id, fate, rev, revBefore, edits } = done;
  const head = (await chapters.findWithPending(id))?.head;
  if (!head || head.rev !== rev || head.state !== (fate === 'trashed' ? 'trashed' : 'live'))
    throw new ProblemError('books.structure_changed');
  return { done, head, textBefore: edits.length === 0 ? head.content : await history.getText(id, revBefore) };
}

/** Decides what takes an operation back. @param chapters those of the operation, in its order */
export function decideUndo(
  operation: StructureOperationRow,
  chapters: readonly UnchangedChapter[],
  newId: () => string,
): StructureChange {
  const beats = beatsBefore(operation, chapters, newId);
  return {
    kind: operation.kind,
    isUndo: true,
    chapters: chapters.map(({ done: { fate, edits }, head, textBefore }, index) => ({
      head,
      fate: reverseFate(fate),
      // A chapter that a split has created goes to the trash with its text.
      edits: fate === 'created' ? [] : reverseEdits(edits, textBefore),
      ...(index === 0 && beats ? { beats } : {}),
    })),
    moved: reverseMove(operation.moved),
  };
}

/** The beats of the first chapter without those that it has got, or with those that it has given. */
function beatsBefore(
  { kind, beatIds }: StructureOperationRow,
  [first, second]: readonly UnchangedChapter[],
  newId: () => string,
): readonly ChapterBeat[] | null {
  const beats = first?.head.beats ?? [];
  if (kind === 'merge') return beats.filter(({ id }) => !beatIds.includes(id));
  return kind === 'split' ? joinBeats(beats, second?.head.beats ?? [], newId).beats : null;
}
