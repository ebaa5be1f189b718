import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EntryKind } from '@inkbear/contracts/bible/attributes';
import type { BookChapter, Modality, TruthEntry, TruthFact } from '../books/book.ts';
import { countForm } from '../books/truth-entries.ts';

/** A short text by an author, annotated by hand. */
export interface Excerpt {
  readonly name: string;
  readonly chapters: readonly [BookChapter];
  readonly entries: readonly TruthEntry[];
  readonly facts: readonly TruthFact[];
}

interface Annotations {
  readonly entries: readonly {
    readonly name: string;
    readonly kind: EntryKind;
    readonly forms: readonly string[];
    readonly sharedForms: readonly string[];
  }[];
  readonly facts: readonly {
    readonly entry: string;
    readonly attribute: string;
    readonly value: string;
    readonly quote: string;
    readonly modality: Modality;
    readonly required: boolean;
  }[];
}

/** First person and past tense; third person, present tense and much dialogue; an omniscient narrator of long sentences. */
export const excerptNames = ['ferry', 'night-shift', 'valley'] as const;

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8');

/** @throws when an annotation does not fit the text */
export function readExcerpt(name: (typeof excerptNames)[number]): Excerpt {
  const text = read(`${name}.txt`).trimEnd();
  const { entries, facts } = JSON.parse(read(`${name}.json`)) as Annotations;
  return {
    name,
    chapters: [{ id: name, title: name, text }],
    entries: entries.map((entry) => ({
      ...entry,
      id: entry.name,
      // A name that occurs once may be found or missed.
      isOptional: entry.forms.reduce((sum, form) => sum + countForm(text, form), 0) < 2,
    })),
    facts: facts.map(({ entry, quote, required, ...fact }) => {
      const from = text.indexOf(quote);
      if (from < 0) throw new Error(`“${quote}” is not in ${name}.`);
      if (!entries.some((other) => other.name === entry)) throw new Error(`${name} has no entry ${entry}.`);
      return { ...fact, entryId: entry, place: { chapter: 0, from, to: from + quote.length }, isRequired: required };
    }),
  };
}
