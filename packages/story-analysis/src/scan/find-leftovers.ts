import type { Word } from '../words.ts';
import type { PhraseIndex } from './phrase-index.ts';
import type { ScanRange } from './scan-finding.ts';

export interface Leftover {
  readonly rule: string;
  readonly place: Omit<ScanRange, 'chapter'>;
}

/**
 * Text fragments that do not belong in a story: tags of our prompts, placeholders in brackets, and Markdown that the
 * editor does not know. Emphasis, headings and scene breaks are the author's own marks.
 */
const searches: readonly { readonly rule: string; readonly find: (text: string) => Iterable<RegExpMatchArray> }[] = [
  { rule: 'data-tag', find: (text) => text.matchAll(/<\\?\/?data(?:-[a-z]{6})?(?: name="[^"\n]{0,100}")?>/gi) },
  {
    rule: 'placeholder',
    find: (text) =>
      text.matchAll(
        /\[(?:insert|your|character|author|protagonist|name of|location|continue|scene|tbd|todo)\b[^[\]\n]{0,80}\]/gi,
      ),
  },
  { rule: 'placeholder', find: (text) => text.matchAll(/\{\{[^{}\n]{1,80}\}\}/g) },
  { rule: 'markdown', find: (text) => text.matchAll(/^```[^\n]{0,80}$/gm) },
  { rule: 'markdown', find: (text) => text.matchAll(/^\|(?: ?:?-{1,80}:? ?\|){1,20}$/gm) },
  { rule: 'markdown', find: (text) => text.matchAll(/\]\(https?:\/\/[^\s()]{1,200}\)/g) },
];

/** What was left in a chapter from a conversation with an assistant, in order. */
export function findLeftovers(
  text: string,
  words: readonly Word[],
  phrases: readonly { readonly rule: string; readonly index: PhraseIndex }[],
): Leftover[] {
  const leftovers: Leftover[] = searches.flatMap(({ rule, find }) =>
    Array.from(find(text), ({ 0: found, index = 0 }) => ({ rule, place: { from: index, to: index + found.length } })),
  );
  for (const { rule, index } of phrases)
    for (const { first, end } of index.find(words))
      leftovers.push({ rule, place: { from: words[first]?.from ?? 0, to: words[end - 1]?.to ?? 0 } });
  return leftovers.sort((a, b) => a.place.from - b.place.from);
}
