import type { TextRange } from '../text-edit.ts';
import { isSpace } from '../word-count.ts';
import { isSceneBreakLine } from './blocks.ts';

/** The most that is left out where a text is divided. Anything longer stays at the end of the first text. */
export const maxJointUnits = 200;

/**
 * Where a text is divided in two. The first text ends at `from`, the second one begins at `to`. Between them are the white
 * space and the scene breaks around the position, which neither text gets.
 */
export function divideText(text: string, at: number): TextRange {
  const position = isInsideCharacter(text, at) ? at - 1 : at;
  let [from, to] = [startOfSpace(text, position), endOfSpace(text, position)];
  for (let line = sceneBreakAround(text, from, to); line; line = sceneBreakAround(text, from, to)) {
    if (line.from < from) from = startOfSpace(text, line.from);
    if (line.to > to) to = endOfSpace(text, line.to);
  }
  if (to - from <= maxJointUnits) return { from, to };
  let start = to;
  while (to - start < maxJointUnits && isSpace(text.charCodeAt(start - 1))) start -= 1;
  return { from: start, to };
}

/** How two texts become one: `first.slice(0, firstTo) + joint + second.slice(secondFrom)`. */
export interface Join {
  readonly firstTo: number;
  readonly joint: string;
  readonly secondFrom: number;
}

/** Joins two texts as they were divided. @param joint what was left out */
export const rejoinTexts = (first: string, joint: string): Join => ({ firstTo: first.length, joint, secondFrom: 0 });

/** Joins two texts as paragraphs. White space at the end of the first one and blank lines before the second one go. */
export function joinTexts(first: string, second: string): Join {
  const firstTo = startOfSpace(first, first.length);
  const secondStart = endOfSpace(second, 0);
  if (firstTo === 0) return { firstTo, joint: '', secondFrom: 0 };
  if (secondStart === second.length) return { firstTo: first.length, joint: '', secondFrom: second.length };
  // In a text without blank lines every line is a paragraph. A blank line would make one paragraph of all of them.
  const joint = Math.max(breaksBetweenLines(first), breaksBetweenLines(second)) === 1 ? '\n' : '\n\n';
  return { firstTo, joint, secondFrom: second.lastIndexOf('\n', secondStart) + 1 };
}

const lineFeed = 0x0a;

/** 2 when a blank line stands between two lines of a text, 1 when it has several lines, 0 when it has only one. */
function breaksBetweenLines(text: string): 0 | 1 | 2 {
  let most: 0 | 1 = 0;
  let breaks = 0;
  for (let at = endOfSpace(text, 0); at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === lineFeed) breaks += 1;
    else if (!isSpace(unit)) {
      if (breaks > 1) return 2;
      if (breaks === 1) most = 1;
      breaks = 0;
    }
  }
  return most;
}

/** Where the white space before a position begins. */
function startOfSpace(text: string, at: number): number {
  let from = at;
  while (from > 0 && isSpace(text.charCodeAt(from - 1))) from -= 1;
  return from;
}

/** Where the white space after a position ends. */
function endOfSpace(text: string, at: number): number {
  let to = at;
  while (to < text.length && isSpace(text.charCodeAt(to))) to += 1;
  return to;
}

/** A scene break directly before or after white space, or around a position; null without one. */
function sceneBreakAround(text: string, from: number, to: number): TextRange | null {
  for (const at of [from, to]) {
    const end = text.indexOf('\n', at);
    const line = { from: at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1, to: end < 0 ? text.length : end };
    if ((line.from < from || line.to > to) && isSceneBreakLine(text, line)) return line;
  }
  return null;
}

/** Whether a position is between the two units of one character. */
const isInsideCharacter = (text: string, at: number): boolean =>
  at > 0 && at < text.length && !text.slice(at - 1, at).isWellFormed() && text.slice(at - 1, at + 1).isWellFormed();
