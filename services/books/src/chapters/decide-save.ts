import { deltaByOrigin, type OriginSpan } from '@inkbear/prose/origins';
import { KEEP_ALL_MS, type RevisionKind, SITTING_GAP_MS } from '@inkbear/prose/thinning';
import { addWords, dueAt, localDateIn, netWords, takeDue, type WordsOfDay } from '../progress/progress.ts';
import { type ChangeRow, changeRow, type Changes, hasSnapshot } from '../revisions/revision.ts';
import { type ChapterFields, type ChapterRow, isChapterComplete } from './chapter.ts';

/** What a save writes, decided without touching anything: the chapter as it will be, and what goes beside it. */
export interface Decision {
  readonly before: ChapterRow;
  readonly after: ChapterRow;
  readonly change: ChangeRow | null;
  readonly wantsSnapshot: boolean;
  readonly report: WordsOfDay | null;
}

export interface TextSave {
  readonly text: string;
  readonly changes: Changes;
  readonly changeId: string;
  readonly kind: RevisionKind;
  /** Spans of the new text that are stored with the change. */
  readonly origins: readonly OriginSpan[];
  /** Where the words count from, when that is not what `origins` says. */
  readonly countedAs?: OriginSpan['kind'];
  readonly timeZone: string;
}

export function decideSave(before: ChapterRow, save: { fields?: Partial<ChapterFields>; text?: TextSave | undefined; now: Date }): Decision {
  const { text, now } = save;
  const fields = { ...before, ...save.fields };
  const next = text ? nextText(before, text, now) : null;
  const wordCount = next?.wordCount ?? before.wordCount;
  const after: ChapterRow = { ...fields, ...next?.row, isComplete: isChapterComplete(fields.flaggedComplete, wordCount, fields.targetWordCount), version: before.version + 1, updatedAt: now };
  if (!text) return { before, after, change: null, wantsSnapshot: false, report: null };
  const { changeId, changes, kind, origins } = text;
  const change = changeRow({ chapterId: before._id, changeId, rev: after.rev, changes, origins: [...origins], at: now, kind, wordCount, isComplete: after.isComplete });
  return { before, after, change, wantsSnapshot: hasSnapshot(after.rev), report: next?.report ?? null };
}

function nextText(before: ChapterRow, { text, changes, origins, countedAs, timeZone }: TextSave, now: Date) {
  const spans = countedAs && text.length > 0 ? [{ from: 0, to: text.length, kind: countedAs }] : origins;
  const words = netWords(deltaByOrigin(before.content, changes, spans));
  const wordCount = before.wordCount + words.typedWords + words.otherWords;
  const { progress, report } = takeDue(addWords(before.progress, { localDate: localDateIn(timeZone, now), ...words }), now);
  const thinAt = before.thinAt ?? new Date(now.getTime() + KEEP_ALL_MS + SITTING_GAP_MS);
  return { wordCount, report, row: { content: text, rev: before.rev + 1, wordCount, progress, progressDueAt: dueAt(progress), thinAt } };
}
