import type { SceneReply } from '@inkbear/contracts/books/scene';

/** A synopsis that the author is writing. */
export interface SynopsisEdit {
  readonly id: string;
  readonly chapterId: string;
  /** The scene as it was when the author began. Its index changes when scenes move. */
  readonly seen: SceneReply;
  readonly typed: string;
  readonly isSaving: boolean;
  /** Why it could not be saved; null without a failure. */
  readonly failure: string | null;
  /** The scene or its synopsis was changed elsewhere, so the author must choose between both. */
  readonly hasConflict: boolean;
}

export const isEdited = ({ typed, seen }: SynopsisEdit): boolean => typed !== seen.synopsis;

/** What identifies the text of a scene; lists of scenes have no ids and no texts. */
const fingerprint = ({ from, to, words, firstWords }: SceneReply): string => `${to - from} ${words} ${firstWords}`;

/** A key for each scene that stays the same when scenes move. */
export function sceneKeys(scenes: readonly SceneReply[]): string[] {
  const counts = new Map<string, number>();
  return scenes.map((scene) => {
    const print = fingerprint(scene);
    const count = counts.get(print) ?? 0;
    counts.set(print, count + 1);
    return `${count} ${print}`;
  });
}

/** The index of the scene with the same text, the nearest one of several; null when the text has changed. */
export function findScene(scenes: readonly SceneReply[], seen: SceneReply): number | null {
  const print = fingerprint(seen);
  let found: number | null = null;
  for (const scene of scenes)
    if (
      fingerprint(scene) === print &&
      (found === null || Math.abs(scene.index - seen.index) < Math.abs(found - seen.index))
    )
      found = scene.index;
  return found;
}

/**
 * The index of the scene to which an edit is saved; null when the author must see both versions first, because the text of
 * the scene or its synopsis has changed since.
 */
export function indexToSave(scenes: readonly SceneReply[], { seen, typed }: SynopsisEdit): number | null {
  const index = findScene(scenes, seen);
  const stored = index === null ? undefined : scenes[index]?.synopsis;
  return stored === seen.synopsis || stored === typed ? index : null;
}

interface PlacedEdits {
  /** By the index of the card that shows them. */
  readonly placed: ReadonlyMap<number, SynopsisEdit>;
  /** Those of scenes that do not exist any more. */
  readonly unplaced: readonly SynopsisEdit[];
}

/**
 * Decides which card shows which edit: that of its scene, or, when its text has changed, the one in its place or the
 * nearest free one.
 */
export function placeEdits(scenes: readonly SceneReply[], edits: readonly SynopsisEdit[]): PlacedEdits {
  const placed = new Map<number, SynopsisEdit>();
  const moved: SynopsisEdit[] = [];
  for (const edit of edits) {
    const index = findScene(scenes, edit.seen);
    if (index === null || placed.has(index)) moved.push(edit);
    else placed.set(index, edit);
  }
  const unplaced: SynopsisEdit[] = [];
  for (const edit of moved) {
    const [nearest] = scenes
      .map(({ index }) => index)
      .filter((index) => !placed.has(index))
      .sort((a, b) => Math.abs(a - edit.seen.index) - Math.abs(b - edit.seen.index));
    if (nearest === undefined) unplaced.push(edit);
    else placed.set(nearest, edit);
  }
  return { placed, unplaced };
}
