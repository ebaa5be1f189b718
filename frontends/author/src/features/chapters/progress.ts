import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';

export type ProgressState = 'complete' | 'near' | 'started' | 'not-started';
/** From this share of the target a chapter counts as nearly complete. */
const nearShare = 0.8;

export function progressState(words: number, target: number): ProgressState {
  if (words >= target) return 'complete';
  if (words >= nearShare * target) return 'near';
  return words > 0 ? 'started' : 'not-started';
}
export const progressLabel: Record<ProgressState, string> = {
  complete: 'Complete',
  near: 'Nearly there',
  started: 'Started',
  'not-started': 'Not started',
};

type Measured = Pick<ChapterItem, 'isComplete' | 'wordCount' | 'targetWordCount'>;

/** Complete when the author says so, or when it is long enough. */
export const isChapterDone = ({ isComplete, wordCount, targetWordCount }: Measured): boolean =>
  isComplete || progressState(wordCount, targetWordCount) === 'complete';
/** The state that the chapter list shows. */
export const chapterState = (chapter: Measured): ProgressState =>
  isChapterDone(chapter) ? 'complete' : progressState(chapter.wordCount, chapter.targetWordCount);
/** 0 to 100. */
export const percentOf = (words: number, target: number): number =>
  target <= 0 ? 0 : Math.min(100, Math.round((words / target) * 100));
