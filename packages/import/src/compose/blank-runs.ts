import type { SourceBlock } from '../document/source-document.ts';

/** In a text with more of them, empty paragraphs mean something else. */
const maxShare = 0.2;

/**
 * How many blank paragraphs between two others separate scenes: more than stand between most paragraphs of the document.
 * Infinity if none do.
 */
export function sceneBlanks(blocks: readonly SourceBlock[]): number {
  const counts = new Map<number, number>();
  let pairs = 0;
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    if (block.kind !== 'paragraph' || next === undefined) continue;
    const blanks = next.kind === 'blank' ? next.count : 0;
    const other = next.kind === 'blank' ? blocks[index + 2] : next;
    if (other?.kind !== 'paragraph') continue;
    counts.set(blanks, (counts.get(blanks) ?? 0) + 1);
    pairs += 1;
  }
  const [usual] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
  const more = [...counts].filter(([blanks]) => blanks > usual).reduce((sum, [, count]) => sum + count, 0);
  return more === 0 || more > pairs * maxShare ? Infinity : usual + 1;
}
