import { attributes } from '@inkbear/contracts/bible/attributes';
import { diffTexts } from '@inkbear/manuscript-store/diff-texts';
import { parseChanges } from '@inkbear/prose/changes';
import type { TextRange } from '@inkbear/prose/text-edit';
import { countWords } from '@inkbear/prose/word-count';
import { type ConventionCounts, countConventions } from '@inkbear/story-analysis/conventions/count-conventions';
import {
  type MovedPassage,
  movePassages,
  type PositionMap,
  type QuotedPassage,
} from '@inkbear/story-analysis/evidence/move-evidence';
import type { FoundFact } from '@inkbear/story-analysis/extract/extract-facts';
import type { FoundName, KnownName } from '@inkbear/story-analysis/extract/extract-names';
import { extractChanged } from '@inkbear/story-analysis/extract/extract-story';
import { MentionIndex } from '@inkbear/story-analysis/mentions/find-mentions';

/** A chapter that was saved since its last extraction. */
export interface ChapterToExtract {
  readonly text: string;
  /** The text at the last extraction; null before the first one, when the whole chapter is extracted. */
  readonly before: string | null;
  /** Evidence in the text of the last extraction. */
  readonly passages: readonly ExtractedPassage[];
}

export interface ExtractedPassage extends QuotedPassage {
  /** Whether it has moved to the chapter since the last extraction, so that its position is one of a later text. */
  readonly isNew?: boolean;
}

export interface ExtractionInput {
  readonly chapters: readonly ChapterToExtract[];
  /** The entries of the story bible. */
  readonly known: readonly KnownName[];
  /** A BCP 47 tag. Facts are extracted from English texts only. */
  readonly language: string;
}

/** A fact that a chapter states. Positions are UTF-16 units of the chapter's text. */
export interface ExtractedFact extends Omit<FoundFact, 'place'> {
  /** The index of the chapter. */
  readonly chapter: number;
  readonly from: number;
  readonly to: number;
  readonly quote: string;
}

export interface ChapterExtraction {
  /** Words that were added, replaced or removed in each chapter since the last extraction. */
  readonly changedWords: readonly number[];
  /** Where the passages of each chapter are now. */
  readonly moved: readonly (readonly MovedPassage[])[];
  /** The indexes in `known` of the entries that each chapter names. */
  readonly mentioned: readonly (readonly number[])[];
  /** Names that are not known, with the indexes of the chapters that have them. */
  readonly names: readonly (FoundName & { readonly chapters: readonly number[] })[];
  /** New ways to write a known name. */
  readonly aliases: readonly { readonly name: string; readonly alias: string }[];
  readonly facts: readonly ExtractedFact[];
  /** How each chapter is written. */
  readonly conventions: readonly ConventionCounts[];
}

/**
 * Locates evidence in the new texts, and extracts from the changed paragraphs and their neighbours. Takes a few
 * seconds.
 */
export function extractFromChapters({ chapters, known, language }: ExtractionInput): ChapterExtraction {
  const changed = chapters.map(comparePassages);
  const passages = changed.flatMap(({ ranges }, chapter) => ranges.map((range) => ({ ...range, chapter })));
  const texts = passages.map(({ chapter, from, to }) => chapters[chapter]?.text.slice(from, to) ?? '');
  const { names, aliases, facts } = extractChanged(texts, known, { language, attributes });
  return {
    changedWords: changed.map((chapter) => chapter.changedWords),
    moved: changed.map(({ moved }) => moved),
    mentioned: findNamed(
      chapters,
      known.map(({ name, aliases: others }) => [name, ...others]),
    ),
    names: withChapters(chapters, names),
    aliases,
    conventions: chapters.map(({ text }) => countConventions(text)),
    facts: facts.flatMap(({ place, ...fact }) => {
      const passage = passages[place.chapter];
      if (!passage) return [];
      const [from, to] = [passage.from + place.from, passage.from + place.to];
      return [
        { ...fact, chapter: passage.chapter, from, to, quote: chapters[passage.chapter]?.text.slice(from, to) ?? '' },
      ];
    }),
  };
}

interface ComparedChapter {
  readonly changedWords: number;
  readonly moved: MovedPassage[];
  /** The ranges of the text from which it extracts. */
  readonly ranges: TextRange[];
}

/** Where the passages of a chapter are now, and what has changed. */
function comparePassages({ text, before, passages }: ChapterToExtract): ComparedChapter {
  const unchanged = { mapPos: (position: number) => Math.min(position, text.length) };
  if (before === null) {
    return {
      changedWords: countWords(text),
      moved: movePassages(passages, unchanged, text),
      ranges: [{ from: 0, to: text.length }],
    };
  }
  const changes = parseChanges(diffTexts(before, text).toJSON(), before.length);
  const clamped = {
    mapPos: (position: number, side: -1 | 1) => changes.mapPos(Math.min(position, before.length), side),
  };
  const ranges: TextRange[] = [];
  let changedWords = 0;
  changes.iterChanges((fromBefore, toBefore, from, to) => {
    changedWords += Math.max(countWords(before.slice(fromBefore, toBefore)), countWords(text.slice(from, to)));
    const last = ranges.at(-1);
    const range = withNeighbours(text, from, to);
    if (last && range.from <= last.to) ranges[ranges.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else ranges.push(range);
  });
  return { changedWords, moved: moveAll(passages, (isNew) => (isNew ? unchanged : clamped), text), ranges };
}

/** Where passages are in a text. @param mapOf how positions have changed, for new passages and for the others */
function moveAll(
  passages: readonly ExtractedPassage[],
  mapOf: (isNew: boolean) => PositionMap,
  text: string,
): MovedPassage[] {
  const places = new Map<ExtractedPassage, MovedPassage>();
  for (const [isNew, group] of Map.groupBy(passages, (passage) => passage.isNew ?? false)) {
    const moved = movePassages(group, mapOf(isNew), text);
    for (const [index, passage] of group.entries()) {
      const place = moved[index];
      if (place) places.set(passage, place);
    }
  }
  return passages.flatMap((passage) => places.get(passage) ?? []);
}

/** The paragraphs of a range, and the ones before and after them. */
function withNeighbours(text: string, from: number, to: number): TextRange {
  let start = text.lastIndexOf('\n\n', Math.max(0, from - 1));
  if (start > 0) start = text.lastIndexOf('\n\n', start - 1);
  let end = text.indexOf('\n\n', to);
  if (end >= 0) end = text.indexOf('\n\n', end + 2);
  return { from: start < 0 ? 0 : start + 2, to: end < 0 ? text.length : end };
}

/** The indexes of the entries that each chapter names. */
function findNamed(chapters: readonly ChapterToExtract[], names: readonly (readonly string[])[]): number[][] {
  const index = new MentionIndex(names.map((forms, at) => ({ id: String(at), names: forms })));
  return chapters.map(({ text }) => [...new Set(index.find(text).flatMap(([, , ids]) => ids.map(Number)))]);
}

function withChapters(chapters: readonly ChapterToExtract[], names: readonly FoundName[]): ChapterExtraction['names'] {
  const named = findNamed(
    chapters,
    names.map(({ name, aliases }) => [name, ...aliases]),
  );
  return names.map((name, at) => ({
    ...name,
    chapters: named.flatMap((found, chapter) => (found.includes(at) ? [chapter] : [])),
  }));
}
