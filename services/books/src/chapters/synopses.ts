import { scenesMax } from '@inkbear/contracts/books/scene';
import { toPositionMap, type TextChanges } from '@inkbear/prose/changes';
import { findScenes, type Scene, sceneAt } from '@inkbear/prose/marks/scenes';
import type { TextRange } from '@inkbear/prose/text-edit';

/** What the author says that a scene is about. Scenes have no rows, so it belongs to a position in the text. */
export interface Synopsis {
  /** Its position, in UTF-16 units of the text at `rev` and of every later one. */
  at: number;
  /** The revision since which it stands there. */
  rev: number;
  text: string;
}

/**
 * The synopses after a change of the text. Each one moves with the text around its position; one whose whole scene was
 * deleted goes with it. Returns the same list when nothing has moved.
 * @param rev the revision after the change
 */
export function moveSynopses(
  synopses: readonly Synopsis[],
  { before, changes }: { readonly before: string; readonly changes: TextChanges },
  rev: number,
): readonly Synopsis[] {
  if (synopses.length === 0) return synopses;
  const map = toPositionMap(changes);
  const deleted = deletedRanges(changes);
  let scenes: Scene[] | undefined;
  const moved = synopses.flatMap((synopsis) => {
    const { at } = synopsis;
    const range = deleted.find(({ from, to }) => from <= at && at < to);
    if (range) {
      scenes ??= findScenes(before);
      const scene = sceneAt(scenes, at);
      if (scene && !hasWordsOutside(before, scene, range)) return [];
    }
    const movedTo = map.mapPos(Math.min(at, before.length), 1);
    return movedTo === at ? synopsis : { ...synopsis, at: movedTo, rev };
  });
  return moved.length === synopses.length && moved.every((each, index) => each === synopses[index]) ? synopses : moved;
}

/**
 * Whether a part of a text has words outside of a deleted range. Of two texts that end with the same mark, a diff may keep
 * the mark of the deleted scene.
 */
function hasWordsOutside(text: string, { from, to }: TextRange, deleted: TextRange): boolean {
  const rest = text.slice(from, Math.max(from, deleted.from)) + text.slice(Math.min(to, deleted.to), to);
  return /[\p{L}\p{N}]/u.test(rest);
}

/** The ranges that were deleted and not replaced by words. */
function deletedRanges(changes: TextChanges): TextRange[] {
  const ranges: TextRange[] = [];
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    if (to > from && inserted.toString().trim() === '') ranges.push({ from, to });
  });
  return ranges;
}

/** The synopsis of a scene: after two scenes were joined, that of the first one. */
export const synopsisOf = ({ part }: Scene, synopses: readonly Synopsis[]): Synopsis | undefined =>
  synopses.find(({ at }) => isInPart(part, at));

const isInPart = (part: TextRange, at: number): boolean => part.from <= at && at <= part.to;

/**
 * Replaces what is said about a scene of a text; an empty synopsis removes it. It belongs to the first letter of the scene.
 * The synopsis of another scene that was joined to this one stays, and is shown again when they are divided.
 */
export function withSynopsis(
  synopses: readonly Synopsis[],
  content: string,
  scene: Scene,
  { text, rev }: Pick<Synopsis, 'text' | 'rev'>,
): Synopsis[] {
  const { from, to } = scene;
  const shown = synopsisOf(scene, synopses);
  const others = synopses.filter((synopsis) => synopsis !== shown);
  const first = to - content.slice(from, to).trimStart().length;
  return text === '' ? others : toStored([{ at: first, rev, text }, ...others]);
}

/**
 * Synopses as they are stored: sorted by position, and not more than a chapter has listed scenes. Scenes that became one
 * may leave more; those that have stood in their places for the longest time go.
 */
export function toStored(synopses: readonly Synopsis[]): Synopsis[] {
  const newest =
    synopses.length > scenesMax ? synopses.toSorted((a, b) => b.rev - a.rev).slice(0, scenesMax) : synopses;
  return newest.toSorted((a, b) => a.at - b.at);
}
