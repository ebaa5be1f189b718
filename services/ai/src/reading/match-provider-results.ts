import { attributes, entryKinds } from '@inkbear/contracts/bible/attributes';
import { bibleLimits } from '@inkbear/contracts/bible/entry';
import { type ChapterReading, readingLimits } from '@inkbear/contracts/bible/internal';
import { z } from 'zod';
import type { NumberedParagraph } from './windows.ts';

/** The reply of a model. What it claims is checked against the text afterwards. */
export const providerResultsSchema = z.object({
  entries: z.array(z.object({ name: z.string(), kind: z.string(), aliases: z.array(z.string()) })),
  facts: z.array(
    z.object({
      entry: z.string(),
      attribute: z.string(),
      value: z.string(),
      quote: z.string(),
      paragraph: z.number(),
      modality: z.string(),
    }),
  ),
});
export type RawProviderResults = z.infer<typeof providerResultsSchema>;

/** A name that the story bible has, with its aliases. */
export interface KnownForms {
  readonly name: string;
  readonly aliases: readonly string[];
}

type ProviderResults = Pick<ChapterReading, 'names' | 'facts'>;

/** How far the name of a fact's entry may be from its quote, in UTF-16 units. */
const maxDistance = 400;
const kinds: ReadonlySet<string> = new Set(entryKinds);
const attributeKeys: ReadonlySet<string> = new Set(attributes.map(({ key }) => key));

/**
 * What of a reply the text supports: names that occur in the window, and facts whose quote stands there word for word, with
 * their entry close to it. Quotation marks and white space may differ.
 * @param text the whole chapter
 */
export function matchProviderResults(
  { entries, facts }: RawProviderResults,
  window: readonly NumberedParagraph[],
  { text, known }: { readonly text: string; readonly known: readonly KnownForms[] },
): ProviderResults {
  const names = entries.flatMap((entry) => matchName(entry, window) ?? []).slice(0, readingLimits.names);
  const forms = new Map<string, readonly string[]>();
  for (const { name, aliases } of [...known, ...names])
    for (const form of [name, ...aliases]) if (!forms.has(form)) forms.set(form, [name, ...aliases]);
  const lines = toLines(window);
  const matched = facts.flatMap((fact) => {
    const entryForms = forms.get(fact.entry.trim());
    const place = entryForms && locateQuote(fact, lines);
    if (!place || !isFact(fact) || place.to - place.from > bibleLimits.quote) return [];
    const around = text.slice(Math.max(0, place.from - maxDistance), place.to + maxDistance);
    if (!entryForms.some((form) => indexOfWord(around, form) >= 0)) return [];
    return [
      {
        name: fact.entry.trim(),
        attribute: fact.attribute,
        value: fact.value.trim(),
        modality: fact.modality === 'spoken' ? ('spoken' as const) : ('narrated' as const),
        ...place,
        quote: text.slice(place.from, place.to),
      },
    ];
  });
  return { names, facts: matched.slice(0, readingLimits.facts) };
}

const isFact = ({ attribute, value }: RawProviderResults['facts'][number]): boolean =>
  attributeKeys.has(attribute) && value.trim() !== '' && value.trim().length <= bibleLimits.value;

const isForm = (form: string): boolean => form !== '' && form.length <= bibleLimits.name;

/** Null for an unknown kind, or a name that the window does not have. */
function matchName(
  entry: RawProviderResults['entries'][number],
  window: readonly NumberedParagraph[],
): ProviderResults['names'][number] | null {
  const name = entry.name.trim();
  const aliases = [...new Set(entry.aliases.map((alias) => alias.trim()))].filter((alias) => alias !== name);
  const found = [name, ...aliases].filter(isForm).flatMap((form) => {
    const at = placeOf(form, window);
    return at === null ? [] : [{ form, at }];
  });
  const [first] = found;
  if (!first || !kinds.has(entry.kind)) return null;
  // A form that the window does not have is invented, or from somewhere else.
  return {
    kind: entry.kind as ProviderResults['names'][number]['kind'],
    name: first.form,
    aliases: found
      .slice(1)
      .map(({ form }) => form)
      .slice(0, readingLimits.aliases),
    at: first.at,
  };
}

function placeOf(form: string, window: readonly NumberedParagraph[]): number | null {
  for (const { from, text } of window) {
    const at = indexOfWord(text, form);
    if (at >= 0) return from + at;
  }
  return null;
}

/** The position of a form that stands as a word of its own; -1 without one. */
function indexOfWord(text: string, form: string): number {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const isWord = !isLetter(text[at - 1]) && !isLetter(text[at + form.length]);
    if (isWord) return at;
  }
  return -1;
}

const isLetter = (char: string | undefined): boolean => char !== undefined && /\p{L}/u.test(char);

type ComparableLine = NumberedParagraph & { readonly plain: PlainText };

export const toLines = (window: readonly NumberedParagraph[]): readonly ComparableLine[] =>
  window.map((paragraph) => ({ ...paragraph, plain: toPlain(paragraph.text) }));

/** Where a quote stands: first in the paragraph that the model names, then in the others. */
export function locateQuote(
  { quote, paragraph }: { readonly quote: string; readonly paragraph: number },
  lines: readonly ComparableLine[],
): { from: number; to: number } | null {
  const wanted = toPlain(quote.trim()).text;
  if (wanted === '') return null;
  const named = lines.filter(({ number }) => number === paragraph);
  for (const { from, plain } of [...named, ...lines]) {
    const at = plain.text.indexOf(wanted);
    if (at < 0) continue;
    const last = plain.places[at + wanted.length - 1] ?? 0;
    return { from: from + (plain.places[at] ?? 0), to: from + last + 1 };
  }
  return null;
}

/** A text with plain quotation marks and single spaces, and the position of each of its units in the original. */
interface PlainText {
  readonly text: string;
  readonly places: readonly number[];
}

const plainMarks: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
};

function toPlain(text: string): PlainText {
  let plain = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    const isSpace = char.trim() === '';
    if (isSpace && plain.endsWith(' ')) continue;
    plain += isSpace ? ' ' : (plainMarks[char] ?? char);
    places.push(at);
  }
  return { text: plain, places };
}
