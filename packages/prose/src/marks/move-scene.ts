import type { TextRange } from '../text-edit.ts';
import type { Scene } from './scenes.ts';

/** Separates scenes where no separator moves along. */
const defaultSeparator = '\n\n***\n\n';

/** A scene that is taken out of a text. */
export interface TakenScene {
  /** What goes from the text: the scene and the scene break after it, or before it if it is the last one. */
  readonly removed: TextRange;
  readonly scene: TextRange;
  /** The scene break that goes with the scene, with its white space; null of an only scene. */
  readonly separator: string | null;
}

/** Takes a scene out of a text. Null when the text has no such scene. */
export function takeScene(text: string, scenes: readonly Scene[], index: number): TakenScene | null {
  const scene = scenes[index];
  if (!scene) return null;
  const [previous, next] = [scenes[index - 1], scenes[index + 1]];
  if (next) return { scene, removed: { from: scene.from, to: next.from }, separator: text.slice(scene.to, next.from) };
  if (previous)
    return { scene, removed: { from: previous.to, to: scene.to }, separator: text.slice(previous.to, scene.from) };
  return { scene, removed: { from: scene.from, to: scene.to }, separator: null };
}

/** What is inserted to place a scene, and where its text begins in that. */
export interface PlacedScene {
  readonly at: number;
  readonly insert: string;
  readonly sceneOffset: number;
}

/**
 * Places a scene before the scene that has its new index, or after the last one.
 * @param scenes the scenes of the text in which it is placed, without the scene itself
 */
export function placeScene(
  text: string,
  scenes: readonly Scene[],
  { index, scene, separator }: { index: number; scene: string; separator: string | null },
): PlacedScene {
  const between = separator ?? defaultSeparator;
  const [next, last] = [scenes[index], scenes.at(-1)];
  if (next) return { at: next.from, insert: scene + between, sceneOffset: 0 };
  if (last) return { at: last.to, insert: between + scene, sceneOffset: between.length };
  // Such a text has nothing but white space and scene breaks.
  const isAtBlankLine = (text.split('\n', 1)[0] ?? '').trim() === '';
  return { at: 0, insert: isAtBlankLine ? scene : `${scene}\n\n`, sceneOffset: 0 };
}
