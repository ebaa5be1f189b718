import { scenesMax } from '@inkbear/contracts/books/scene';

/** A scene on the board: its chapter and its index there. */
export interface ScenePlace {
  readonly chapterId: string;
  readonly index: number;
}

/** The index of a scene that goes to the end of a chapter, of which the scenes may not be loaded. */
export const lastPlace = scenesMax;

export type DropSide = 'before' | 'after';

/**
 * On which side of an entry a dragged one is placed; null when it would stay where it is. Within a list it takes the index
 * of the entry on which it is dropped; an entry of another list (`from` is -1) is placed before it.
 */
export function dropSide(from: number, at: number): DropSide | null {
  if (from === at) return null;
  return from !== -1 && from < at ? 'after' : 'before';
}

/** A copy of a list with one entry at another index, or at the nearest end; null when nothing would move. */
export function moveEntry<T>(entries: readonly T[], from: number, to: number): T[] | null {
  const [entry] = entries.slice(from, from + 1);
  const target = Math.max(0, Math.min(to, entries.length - 1));
  if (entry === undefined || from === target) return null;
  return entries.toSpliced(from, 1).toSpliced(target, 0, entry);
}

/** Where a scene is after a move, for the author. */
export function movedText(from: ScenePlace, to: ScenePlace, titleOf: (chapterId: string) => string): string {
  const title = `“${titleOf(to.chapterId)}”`;
  const place = to.index >= lastPlace ? `the last scene of ${title}` : `scene ${to.index + 1} of ${title}`;
  const origin = from.chapterId === to.chapterId ? '' : ` of “${titleOf(from.chapterId)}”`;
  return `Scene ${from.index + 1}${origin} is now ${place}.`;
}
