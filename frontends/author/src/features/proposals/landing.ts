import { mergeTexts } from '@inkbear/prose/merge-texts';
import type { Span, TextEdit } from '@inkbear/prose/text-edit';
import { findHunks } from '@inkbear/prose/text-hunks';
import type { Passage, Wish } from './wish.ts';

/** Where a proposal would go in the text as it is now. */
export interface Landing {
  /** `below` changes nothing that is there; `lost` is a passage that changed since, so that it can only go below. */
  readonly place: 'whole' | 'passage' | 'below' | 'lost';
  /** What stands there. */
  readonly before: string;
  /** What would stand there, the author's own changes since included. */
  readonly after: string;
  readonly span: Span;
  /** What the author wrote since asking, as spans of `before`, when AI changed the same places: accepting everything would undo that. */
  readonly clashes: readonly Span[];
}

/** Where the editor's mark has moved the passage to: `gone` when the author has deleted it, null when it was never marked. */
export type Marked = Span | 'gone' | null;

export function landingOf(
  now: string,
  { kind, passage, content }: Pick<Wish, 'kind' | 'passage' | 'content'>,
  text: string,
  marked: Marked,
): Landing {
  const end = { from: now.length, to: now.length };
  if (kind === 'extend') return { place: 'below', before: '', after: text, span: end, clashes: [] };
  if (passage !== null) {
    const span = locate(now, passage, marked);
    if (span === null)
      return {
        place: 'lost',
        before: '',
        after: text,
        span: marked === null || marked === 'gone' ? end : { from: marked.to, to: marked.to },
        clashes: [],
      };
    return { place: 'passage', before: passage.text, after: text, span, clashes: [] };
  }
  const { merged, conflicts } = mergeTexts(content, now, text);
  const clashes = conflicts ? findHunks(content, now).map(({ fromB, toB }) => ({ from: fromB, to: toB })) : [];
  return { place: 'whole', before: now, after: conflicts ? text : merged, span: { from: 0, to: now.length }, clashes };
}

/** The passage where its mark is; never marked, wherever it is found. The same words elsewhere are not the passage that was deleted. */
function locate(now: string, passage: Passage, marked: Marked): Span | null {
  if (marked === 'gone') return null;
  if (marked === null) return findPassage(now, passage);
  return now.slice(marked.from, marked.to) === passage.text ? marked : null;
}

/** Where it was, or else where its words stand once and only once. */
export function findPassage(now: string, { from, to, text }: Passage): Span | null {
  if (now.slice(from, to) === text) return { from, to };
  const first = now.indexOf(text);
  return first < 0 || now.includes(text, first + 1) ? null : { from: first, to: first + text.length };
}

/** The edits that bring `target` to its place, none wider than what differs; null when the text there has changed since `landing` was made. */
export function editsFor(now: string, landing: Landing, target: string): TextEdit[] | null {
  const { place, before, span } = landing;
  if (place === 'passage') return now.slice(span.from, span.to) === before ? hunksAt(before, target, span.from) : null;
  if (place !== 'whole') return belowEdits(now, landing, target);
  const { merged, conflicts } = mergeTexts(before, now, target);
  return conflicts ? null : hunksAt(now, merged, 0);
}

/** After the passage’s paragraph, or at the end of the text, as a paragraph of its own. */
export function belowEdits(now: string, { place, span }: Landing, text: string): TextEdit[] {
  const paragraphEnd = place === 'passage' || place === 'lost' ? now.indexOf('\n', span.to) : -1;
  const at = paragraphEnd < 0 ? now.length : paragraphEnd;
  return [{ from: at, to: at, insert: at === 0 ? text : `\n\n${text.trim()}` }];
}

const hunksAt = (before: string, target: string, offset: number): TextEdit[] =>
  findHunks(before, target).map(({ from, to, fromB, toB }) => ({
    from: from + offset,
    to: to + offset,
    insert: target.slice(fromB, toB),
  }));
