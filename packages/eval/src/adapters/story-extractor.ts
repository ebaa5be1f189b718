import { attributes } from '@inkbear/contracts/bible/attributes';
import type { EntryKind } from '@inkbear/contracts/bible/attributes';
import { type ExtractedStory, extractStory } from '@inkbear/story-analysis/extract/extract-story';
import type { BookChapter } from '../books/book.ts';
import type { FactFinder, NameFinder } from '../candidates.ts';

const extract = (chapters: readonly BookChapter[]): ExtractedStory =>
  extractStory(
    chapters.map(({ text }) => text),
    { language: 'en', attributes },
  );

export const extractedNames: NameFinder = {
  name: 'extractor',
  findNames: (chapters) =>
    extract(chapters).names.map(({ name, aliases, kind }) => ({
      name,
      aliases,
      ...(kind !== 'unknown' && { kind: kind satisfies EntryKind }),
    })),
};

export const extractedFacts: FactFinder = {
  name: 'extractor',
  findFacts: (chapters) =>
    extract(chapters).facts.map(({ name, attribute, value, modality }) => ({
      entry: name,
      attribute,
      value,
      modality,
    })),
};
