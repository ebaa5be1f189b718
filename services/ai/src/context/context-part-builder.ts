import type { ContextPart } from '@inkbear/contracts/ai/context';
import { countWords } from '@inkbear/prose/word-count';
import type { CountTokens } from './count-tokens.ts';

/** Maximum tokens of the tags around a part, nonce included. */
export const tagTokens = 22;

type Draft = Pick<ContextPart, 'id' | 'label' | 'text'> & Partial<ContextPart>;

/** Creates the parts of a context, and counts their words and tokens. */
export class ContextPartBuilder {
  readonly countTokens: CountTokens;

  constructor(countTokens: CountTokens) {
    this.countTokens = countTokens;
  }

  /** Returns no part for an empty text. */
  make(layer: ContextPart['layer'], { text, ...draft }: Draft): ContextPart[] {
    const trimmed = text.trim();
    if (trimmed === '') return [];
    return [
      {
        canExclude: true,
        isExcluded: false,
        canPin: false,
        chapters: [],
        level: 'full',
        reason: '',
        ...draft,
        text: trimmed,
        layer,
        words: countWords(trimmed),
        tokens: this.countTokens(trimmed) + tagTokens,
      },
    ];
  }

  /** The parts in order, as far as they fit; the first one that does not is cut at the end of a line or sentence. */
  fit(parts: readonly ContextPart[], limit: number): ContextPart[] {
    let remaining = limit;
    return parts.flatMap((part) => {
      if (part.tokens <= remaining) {
        remaining -= part.tokens;
        return [part];
      }
      const text = this.#cut(part.text, remaining - tagTokens);
      const cut = this.make(part.layer, { ...part, text, level: 'short', reason: 'Cut, because it is long' });
      remaining = 0;
      return cut;
    });
  }

  /** The beginning of a text in whole lines, or in sentences where a line is long, of at most `limit` tokens. */
  #cut(text: string, limit: number): string {
    let [cut, tokens] = ['', 0];
    for (const [piece] of text.matchAll(/[^.!?…\n]*[.!?…\n]?\s*/g)) {
      tokens += this.countTokens(piece) + 1;
      if (tokens > limit) break;
      cut += piece;
    }
    return cut;
  }
}

export const tokensOf = (parts: readonly ContextPart[]): number => parts.reduce((sum, { tokens }) => sum + tokens, 0);
