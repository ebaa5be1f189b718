import { countWords } from '@inkbear/prose/word-count';
import { parseBlocks } from '@inkbear/prose/marks/blocks';
import type { OriginSpan } from '@inkbear/prose/origins';
import type { TextRange } from '@inkbear/prose/text-edit';
import { blockWords } from './measured-text.ts';

interface TextWithOrigins {
  readonly text: string;
  /** Sorted; text without a span was typed. */
  readonly origins: readonly OriginSpan[];
}

/** A paragraph counts as typed when at least this share of it was typed. */
const typedShare = 0.9;

/** The paragraphs that the author typed, joined to blocks of at least 500 words. A shorter rest is left out. */
export function typedBlocks(chapters: readonly TextWithOrigins[]): string[] {
  const blocks: string[] = [];
  let [paragraphs, words]: [string[], number] = [[], 0];
  for (const { text, origins } of chapters) {
    for (const range of typedParagraphs(text, origins)) {
      const paragraph = text.slice(range.from, range.to);
      paragraphs.push(paragraph);
      words += countWords(paragraph);
      if (words < blockWords) continue;
      blocks.push(paragraphs.join('\n\n'));
      [paragraphs, words] = [[], 0];
    }
  }
  return blocks;
}

function typedParagraphs(text: string, origins: readonly OriginSpan[]): TextRange[] {
  let index = 0;
  return parseBlocks(text)
    .filter(({ kind }) => kind === 'paragraph')
    .map(({ range }) => range)
    .filter(({ from, to }) => {
      while (index < origins.length && (origins[index]?.to ?? 0) <= from) index += 1;
      let other = 0;
      for (let at = index; at < origins.length; at += 1) {
        const span = origins[at];
        if (!span || span.from >= to) break;
        if (span.kind !== 'typed') other += Math.min(span.to, to) - Math.max(span.from, from);
      }
      return other <= (1 - typedShare) * (to - from);
    });
}
