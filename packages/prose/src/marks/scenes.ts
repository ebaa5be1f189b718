import type { TextRange } from '../text-edit.ts';
import { isSpace } from '../word-count.ts';
import { isSceneBreakLine } from './blocks.ts';

/**
 * The text between two scene breaks: whole lines, without the blank lines at both ends. Where only white space stands
 * between two scene breaks, there is no scene.
 */
export interface Scene extends TextRange {
  /** All of the text between the scene breaks, with its white space. */
  readonly part: TextRange;
}

const lineFeed = 0x0a;

/**
 * Divides a text into scenes, in time proportional to its length.
 * @param max how many scenes are returned at most; later ones are left out
 */
export function findScenes(text: string, max = Infinity): Scene[] {
  const scenes: Scene[] = [];
  let partFrom = 0;
  /** The lines with text since the last scene break; -1 without any. */
  let [from, to] = [-1, -1];
  const endPart = (partTo: number): void => {
    if (from >= 0) scenes.push({ from, to, part: { from: partFrom, to: partTo } });
    from = -1;
  };
  for (const line of filledLines(text)) {
    if (!isSceneBreakLine(text, line)) {
      from = from < 0 ? line.from : from;
      to = line.to;
      continue;
    }
    endPart(line.from);
    if (scenes.length >= max) return scenes;
    partFrom = Math.min(text.length, line.to + 1);
  }
  endPart(text.length);
  return scenes;
}

/** The scene to which a position belongs; undefined in a part of the text that has no scene. */
export const sceneAt = (scenes: readonly Scene[], at: number): Scene | undefined =>
  scenes.find(({ part }) => part.from <= at && at <= part.to);

/** The lines of a text that are not blank. A loop over units takes a tenth of the time of parsing each blank line. */
function* filledLines(text: string): Generator<TextRange> {
  let from = 0;
  let isBlank = true;
  for (let at = 0; at <= text.length; at += 1) {
    const unit = at < text.length ? text.charCodeAt(at) : lineFeed;
    if (unit !== lineFeed) isBlank &&= isSpace(unit);
    else {
      if (!isBlank) yield { from, to: at };
      [from, isBlank] = [at + 1, true];
    }
  }
}
