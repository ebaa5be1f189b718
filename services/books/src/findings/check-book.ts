import { type CheckProgress, type FindingGroup, findingLimits } from '@inkbear/contracts/bible/finding';
import type { BookStyle } from '@inkbear/contracts/books/style-sheet';
import type { OriginSpan } from '@inkbear/prose/origins';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ChapterTime } from '@inkbear/story-analysis/continuity/checked-story';
import type { BookRepository } from '../books/book.repository.ts';
import { withPlanDefaults } from '../chapters/chapter.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import { readBookStyle, type StyleDeps } from '../style-sheet/read-style.ts';
import type { StyleWithNames } from './check-story.ts';
import { type CheckedChapter, coveredByRules, decideFindings, toFindingRows } from './finding.ts';
import type { FindingRepository } from './finding.repository.ts';
import { loadConfirmedFacts } from './load-confirmed-facts.ts';
import type { StoryChecker } from './story-checker.ts';

export interface CheckDeps extends StyleDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly findings: FindingRepository;
  readonly storyChecker: StoryChecker;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

interface CheckRequest {
  readonly bookId: string;
  readonly userId: string;
  readonly groups: readonly FindingGroup[];
  /** Undefined for all chapters. */
  readonly chapterIds: readonly string[] | undefined;
  readonly signal: AbortSignal;
  /** Called after each step. */
  readonly onProgress: (progress: CheckProgress) => void;
}

/**
 * Checks chapters of a book and replaces the findings of these groups and chapters. Throws 404 when a chapter does not
 * exist, 400 when the chapters are too long together, and 503 when too many books are being checked.
 */
export async function checkBook(deps: CheckDeps, request: CheckRequest): Promise<CheckProgress> {
  const { bookId, userId, signal, onProgress } = request;
  const startedAt = deps.clock.now();
  const book = await deps.books.getLive(bookId, userId);
  const groups = [...new Set(request.groups)];
  const allChapterIds = (await deps.chapters.listLive(bookId)).map(({ _id }) => _id);
  const ids = chooseChapters(allChapterIds, request.chapterIds);
  const totalSteps = ids.length + groups.length;
  const chapters = await loadCheckedChapters(deps.chapters, bookId, ids, (done) =>
    onProgress({ done, of: totalSteps, open: null }),
  );
  const texts = chapters.map(({ text }) => text);
  const origins = chapters.map((chapter) => chapter.origins);
  const times = chapters.map(({ time }) => time);
  const confirmedFacts = groups.includes('continuity')
    ? await loadConfirmedFacts(deps.bible, bookId, { allChapterIds, ids })
    : [];
  const style = toStyleWithNames(await readBookStyle(deps, { book, chapterIds: allChapterIds }, 'checks'));
  const story = { texts, origins, times, language: book.language, groups, confirmedFacts, style };
  const results = await deps.storyChecker.check(story, { owner: userId, signal });
  const found = toFindingRows({ bookId, userId, chapters, results });
  const textById = new Map(chapters.map(({ id, text }) => [id, text]));
  const existing = new Set(allChapterIds);
  const isUnchecked = (chapterId: string): boolean => existing.has(chapterId) && !textById.has(chapterId);
  const open = await deps.outbox.run(async ({ session, lock }) => {
    await lock(`findings:${bookId}`);
    await deps.books.getLive(bookId, userId, session);
    const stored = await deps.findings.listOfGroups(bookId, groups, session);
    const changes = decideFindings(stored, found, {
      isCovered: coveredByRules(groups, isUnchecked, (id) => textById.get(id)),
      startedAt,
    });
    await deps.findings.write(changes, session);
    return changes.written.filter(({ status, decision }) => status === 'open' && decision === null).length;
  });
  return { done: totalSteps, of: totalSteps, open };
}

/** The rules know only the first and the third person. */
const toStyleWithNames = ({ pov, tense, povNames }: BookStyle): StyleWithNames => ({
  person: pov === 'second' ? null : pov,
  tense,
  povNames: povNames.length === 0 ? [] : [povNames],
});

/** The chosen chapters in reading order. */
function chooseChapters(allChapterIds: readonly string[], chosen: readonly string[] | undefined): readonly string[] {
  if (!chosen) return allChapterIds;
  const wanted = new Set(chosen);
  const ids = allChapterIds.filter((id) => wanted.has(id));
  if (ids.length < wanted.size) throw new ProblemError('books.chapter_not_found');
  return ids;
}

interface LoadedChapter extends CheckedChapter {
  /** Where the text was not typed; sorted. */
  readonly origins: readonly OriginSpan[];
  readonly time: ChapterTime;
}

async function loadCheckedChapters(
  chapters: ChapterRepository,
  bookId: string,
  ids: readonly string[],
  onRead: (done: number) => void,
): Promise<LoadedChapter[]> {
  const read: LoadedChapter[] = [];
  let units = 0;
  for await (const row of chapters.streamChaptersById(bookId, ids)) {
    const { _id, rev, content, notTyped } = row;
    const { storyDate, isFlashback } = withPlanDefaults(row);
    units += content.length;
    if (units > findingLimits.checkedUnits) throw new ProblemError('findings.too_long');
    read.push({ id: _id, rev, text: content, origins: notTyped ?? [], time: { storyDate, isFlashback } });
    onRead(read.length);
  }
  return read;
}
