import type { Evidence, StoryPoint } from '@inkbear/contracts/bible/entry';
import { diffTexts } from '@inkbear/manuscript-store/diff-texts';
import type { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import { type PositionMap, toPositionMap } from '@inkbear/prose/changes';
import type { TextRange } from '@inkbear/prose/text-edit';
import { type FactRow, moveStartWithEvidence, type RelationRow, type RowChange, updateRow } from '../bible/bible.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { ChapterRow } from '../chapters/chapter.ts';
import { type MovedText, movePlace } from './moved-text.ts';
import type { StatementRepository } from './statement.repository.ts';

export interface EvidenceDeps {
  readonly statements: StatementRepository;
  readonly chapters: ChapterRepository;
  readonly history: HistoryRepository;
}

interface EvidenceMove {
  /** The chapter that the text leaves. */
  readonly source: ChapterRow;
  readonly moved: MovedText;
  /** The revision after the operation of the chapter in which the text arrives. */
  readonly targetRev: number;
}

/** Older revisions whose text is read to find out where evidence is now. Usually all evidence of a chapter has the same. */
const maxOlderRevisions = 4;

/**
 * Decides which facts and relations of the story bible change when text moves: their evidence in it, and the places in it
 * from and to which they are valid. The next extraction moves all other evidence, as after any other change.
 */
export async function planEvidenceMove(
  deps: EvidenceDeps,
  { source, moved, targetRev }: EvidenceMove,
): Promise<RowChange[]> {
  if (moved.fromId === moved.toId && moved.from === moved.at) return [];
  const { facts, relations } = await deps.statements.listInChapter(source.bookId, source._id);
  const evidence = [...facts, ...relations]
    .flatMap((row) => row.evidence)
    .filter((each) => each.chapterId === source._id);
  const placeOf = await createPlaceOf(deps, source, evidence);
  const fieldsOf = <R extends FactRow | RelationRow>(row: R) => moveStatement(row, { moved, targetRev, placeOf });
  return [
    ...facts.flatMap((row) => {
      const fields = fieldsOf(row);
      return fields ? [updateRow('facts', row, fields)] : [];
    }),
    ...relations.flatMap((row) => {
      const fields = fieldsOf(row);
      return fields ? [updateRow('relations', row, fields)] : [];
    }),
  ];
}

/** Where a piece of evidence is in the text before the operation. */
type PlaceOf = (evidence: Evidence) => TextRange;

async function createPlaceOf(
  { chapters, history }: EvidenceDeps,
  { _id: id, rev: currentRev, content }: ChapterRow,
  evidence: readonly Evidence[],
): Promise<PlaceOf> {
  const revs = [...new Set(evidence.map(({ rev }) => rev))]
    .filter((rev) => rev !== currentRev)
    .slice(0, maxOlderRevisions);
  const pending = revs.length === 0 ? [] : ((await chapters.findWithPending(id))?.pending ?? []);
  const maps = new Map<number, { readonly length: number; readonly map: PositionMap }>();
  for (const rev of revs) {
    const before = (await history.readRevision(id, rev, pending))?.content;
    if (before !== undefined) maps.set(rev, { length: before.length, map: toPositionMap(diffTexts(before, content)) });
  }
  return ({ rev, from, to }) => {
    const older = maps.get(rev);
    if (!older) return { from, to };
    // As for every passage: text that was inserted at its ends does not become part of it.
    const start = older.map.mapPos(Math.min(from, older.length), 1);
    return { from: start, to: Math.max(start, older.map.mapPos(Math.min(to, older.length), -1)) };
  };
}

/** The fields of a fact or a relation that change when text moves; null when none does. */
export function moveStatement(
  row: Pick<FactRow, 'evidence' | 'since' | 'until'>,
  { moved, targetRev, placeOf }: { moved: MovedText; targetRev: number; placeOf: PlaceOf },
): Pick<FactRow, 'evidence' | 'since' | 'until'> | null {
  const evidence = row.evidence.map((each) => {
    const place = each.chapterId === moved.fromId ? movePlace(moved, placeOf(each)) : null;
    return place ? { ...each, ...place, chapterId: moved.toId, rev: targetRev } : each;
  });
  const isMoved = evidence.some((each, index) => each !== row.evidence[index]);
  const withEvidence = isMoved ? moveStartWithEvidence(row, evidence) : row.since;
  const since = withEvidence === row.since ? movePoint(row.since, moved) : withEvidence;
  const until = movePoint(row.until, moved);
  return isMoved || since !== row.since || until !== row.until ? { evidence, since, until } : null;
}

function movePoint(point: StoryPoint | null, moved: MovedText): StoryPoint | null {
  const place = point?.chapterId === moved.fromId ? movePlace(moved, { from: point.at, to: point.at }) : null;
  return place ? { chapterId: moved.toId, at: place.from } : point;
}
