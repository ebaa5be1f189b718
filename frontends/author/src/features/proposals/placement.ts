import { mergeTexts } from '@inkbear/prose/merge-texts';
import type { TextEdit, TextRange } from '@inkbear/prose/text-edit';
import { findHunks } from '@inkbear/prose/text-hunks';
import type { Passage, AiRequest } from './ai-request.ts';

/** Where a proposal would go in the current text. */
export interface Placement {
  /**
   * `below` changes no existing text. `lost`: the passage was changed since the request, so the proposal can only go
   * below it.
   */
  readonly place: 'whole' | 'passage' | 'below' | 'lost';
  /** The current text at that place. */
  readonly before: string;
  /**
   * The text at that place after accepting: merged with the author's changes since the request, or the proposed text
   * alone when they conflict.
   */
  readonly after: string;
  readonly range: TextRange;
  /**
   * Ranges of `before` that the author wrote since the request and that AI changed too: accepting everything would
   * overwrite them.
   */
  readonly conflicts: readonly TextRange[];
}

/**
 * The passage's position according to its highlight in the editor: `gone` when the author deleted it, null when it was
 * never highlighted.
 */
export type HighlightedPassage = TextRange | 'gone' | null;

/** Finds where the proposed `text` would go. */
export function placementOf(
  currentText: string,
  { kind, passage, content }: Pick<AiRequest, 'kind' | 'passage' | 'content'>,
  text: string,
  highlighted: HighlightedPassage,
): Placement {
  const end = { from: currentText.length, to: currentText.length };
  if (kind === 'extend') return { place: 'below', before: '', after: text, range: end, conflicts: [] };
  if (passage !== null) {
    const range = locate(currentText, passage, highlighted);
    if (range !== null) return { place: 'passage', before: passage.text, after: text, range, conflicts: [] };
    const lastRange =
      highlighted === null || highlighted === 'gone' ? end : { from: highlighted.to, to: highlighted.to };
    return { place: 'lost', before: '', after: text, range: lastRange, conflicts: [] };
  }
  const { merged, hasConflicts } = mergeTexts(content, currentText, text);
  return {
    place: 'whole',
    before: currentText,
    after: hasConflicts ? text : merged,
    range: { from: 0, to: currentText.length },
    conflicts: hasConflicts ? findHunks(content, currentText).map(({ fromB, toB }) => ({ from: fromB, to: toB })) : [],
  };
}

/** Whether the proposal is a new text beside one of the author’s: it belongs below that, unless the author replaces it. */
export const isSecondText = ({ kind }: Pick<AiRequest, 'kind'>, { place, before }: Placement): boolean =>
  kind === 'generate' && place === 'whole' && before.trim() !== '';

/**
 * The passage at its highlight; without one, wherever it is found. A deleted passage is never matched to the same words
 * elsewhere.
 */
function locate(currentText: string, passage: Passage, highlighted: HighlightedPassage): TextRange | null {
  if (highlighted === 'gone') return null;
  if (highlighted === null) return findPassage(currentText, passage);
  return currentText.slice(highlighted.from, highlighted.to) === passage.text ? highlighted : null;
}

/** The passage at its old position, or else the only occurrence of its words. */
export function findPassage(currentText: string, { from, to, text }: Passage): TextRange | null {
  if (currentText.slice(from, to) === text) return { from, to };
  const first = currentText.indexOf(text);
  return first < 0 || currentText.includes(text, first + 1) ? null : { from: first, to: first + text.length };
}

/**
 * The minimal edits that put `target` in its place; null when the text there has changed since `placement` was
 * computed.
 */
export function editsFor(currentText: string, placement: Placement, target: string): TextEdit[] | null {
  const { place, before, range } = placement;
  if (place === 'passage')
    return currentText.slice(range.from, range.to) === before ? hunksAt(before, target, range.from) : null;
  if (place !== 'whole') return belowEdits(currentText, placement, target);
  const { merged, hasConflicts } = mergeTexts(before, currentText, target);
  return hasConflicts ? null : hunksAt(currentText, merged, 0);
}

/** Inserts the text as a paragraph after the passage’s paragraph, or at the end. */
export function belowEdits(currentText: string, { place, range }: Placement, text: string): TextEdit[] {
  const paragraphEnd = place === 'passage' || place === 'lost' ? currentText.indexOf('\n', range.to) : -1;
  const at = paragraphEnd < 0 ? currentText.length : paragraphEnd;
  return [{ from: at, to: at, insert: at === 0 ? text : `\n\n${text.trim()}` }];
}

const hunksAt = (before: string, target: string, offset: number): TextEdit[] =>
  findHunks(before, target).map(({ from, to, fromB, toB }) => ({
    from: from + offset,
    to: to + offset,
    insert: target.slice(fromB, toB),
  }));
