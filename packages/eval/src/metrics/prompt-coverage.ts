import type { TruthEntry, TruthFact } from '../books/book.ts';

/** Words that show which attribute a value belongs to, for values that also occur by chance. */
const cues: Readonly<Record<string, RegExp>> = {
  eyes: /\beye/i,
  hair: /\bhair/i,
  height: /\b(?:height|tall|stood|feet)\b/i,
  scar: /\bscar/i,
  voice: /\bvoice/i,
  age: /\b(?:age|aged|was|turned|years?|birthday)\b/i,
  colour: /\b(?:colour|color|was|painted)\b|\bthe (?:red|black|green|white|blue|yellow)\b/i,
  birthplace: /\b(?:birth|born|native|came from)/i,
  residence: /\b(?:liv|home|house|lodg|dwel|residence|rooms|settled)/i,
  owner: /\b(?:own|belong|property|inherit|bought|gave|’s)/i,
  travelTime: /\b(?:travel|journey|road|from)\b/i,
};

/** An entry and its value must stand so near to each other, in UTF-16 units. */
const reach = 240;

const wordPattern = /[\p{L}\p{N}]+/gu;
const contentWords = (text: string): string[] =>
  (text.toLowerCase().match(wordPattern) ?? []).filter((word) => word.length > 2 && word !== 'the');

/**
 * Whether a prompt states a fact: the passage of the book verbatim, or in other words the entry, the value and a word
 * for the attribute near to each other in one line.
 */
export function isFactInPrompt(
  prompt: string,
  { fact, quotes, entry }: { readonly fact: TruthFact; readonly quotes: readonly string[]; readonly entry: TruthEntry },
): boolean {
  if (quotes.some((quote) => prompt.includes(quote))) return true;
  const words = contentWords(fact.value);
  return prompt
    .split('\n')
    .some((line) =>
      entry.forms.some((form) => placesOf(line, form).some((at) => isStatedNear(line, at, { fact, words }))),
    );
}

function isStatedNear(
  line: string,
  at: number,
  { fact, words }: { readonly fact: TruthFact; readonly words: readonly string[] },
): boolean {
  const near = line.slice(Math.max(0, at - reach), at + reach);
  const found = new Set(contentWords(near));
  return words.every((word) => found.has(word)) && (cues[fact.attribute]?.test(near) ?? true);
}

function placesOf(line: string, form: string): number[] {
  const places: number[] = [];
  for (let at = line.indexOf(form); at >= 0; at = line.indexOf(form, at + form.length)) places.push(at);
  return places;
}

/** The share of the shorter of two prompts that both begin with. */
export function equalPrefix(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return length === 0 ? 0 : at / length;
}
