import { retryOnConflict } from '@inkbear/manuscript-store/commit-save';
import { throwStaleRevision } from '@inkbear/manuscript-store/preconditions';
import { parseBlocksOfPart } from '@inkbear/prose/marks/blocks';
import { divideText } from '@inkbear/prose/marks/divide-text';
import { countWords } from '@inkbear/prose/word-count';
import { ProblemError } from '@inkbear/service-kit/problem';
import { chapterKind, type ChapterRow, newChapter, withPlanDefaults } from '../chapters/chapter.ts';
import { divideBeats } from './beats.ts';
import { commitStructureChange, type RestructureDeps, type StructureRequest } from './commit-structure-change.ts';
import type { StructureChange } from './plan-structure-change.ts';
import type { StructureOperationRow } from './structure-operation.ts';

interface SplitRequest extends StructureRequest {
  readonly chapterId: string;
  readonly rev: number;
  /** In UTF-16 units. */
  readonly at: number;
}

/** Moves the text from a position on to a new chapter, which follows the chapter. */
export const splitChapter = (deps: RestructureDeps, request: SplitRequest): Promise<StructureOperationRow> =>
  retryOnConflict(async () => {
    const { chapters, policy, clock, newId } = deps;
    const head = await chapters.getLive(request.chapterId, request.userId);
    if (head.rev !== request.rev) throwStaleRevision(chapterKind, head);
    await policy.requireEditable(head);
    const change = decideSplit(head, request.at, { id: newId(), createdAt: clock.now() });
    return await commitStructureChange(deps, request, change);
  });

/**
 * Decides what goes to the new chapter. White space and scene breaks at the position are left out of both texts; a merge
 * puts them back. Throws 400 for a position outside the text.
 */
export function decideSplit(
  head: ChapterRow,
  at: number,
  { id, createdAt }: Pick<ChapterRow, 'createdAt'> & { readonly id: string },
): StructureChange {
  const { content, beats = [] } = head;
  if (at > content.length) throw new ProblemError('books.invalid_changes');
  const { from, to } = divideText(content, at);
  const [first, second] = [content.slice(0, from), content.slice(to)];
  const words = countWords(first) + countWords(second);
  const [firstBeats, secondBeats] = divideBeats(beats, words === 0 ? 1 : countWords(first) / words);
  const { bookId, userId, madeUnder, chapterNumber, title } = head;
  const created = newChapter({
    id,
    bookId,
    userId,
    madeUnder,
    chapterNumber: chapterNumber + 1,
    title: titleOfSecond(title, second),
    at: createdAt,
  });
  const { storyDate, isFlashback } = withPlanDefaults(head);
  const removal = { from, to: content.length, insert: '' };
  return {
    kind: 'split',
    isUndo: false,
    chapters: [
      { head, fate: 'kept', edits: from < content.length ? [removal] : [], beats: firstBeats },
      {
        head: { ...created, storyDate, isFlashback },
        fate: 'created',
        edits: second === '' ? [] : [{ from: 0, to: 0, insert: second }],
        beats: secondBeats,
      },
    ],
    moved: { fromId: head._id, toId: id, from: to, to: content.length, at: 0 },
    joint: content.slice(from, to),
  };
}

const maxTitle = 300;
const continued = ' (continued)';

/** The title of the new chapter: the heading with which it begins, otherwise that of the divided chapter. */
export function titleOfSecond(title: string, text: string): string {
  const [line = ''] = text.slice(0, 2 * maxTitle).split('\n', 1);
  const [block] = parseBlocksOfPart(line, false);
  const heading = block?.kind === 'heading' ? line.slice(block.content.from, block.content.to) : '';
  if (heading !== '') return heading.slice(0, maxTitle).toWellFormed();
  return title.endsWith(continued) ? title : title.slice(0, maxTitle - continued.length).toWellFormed() + continued;
}
