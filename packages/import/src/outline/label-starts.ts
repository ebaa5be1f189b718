import { type ChapterLabel, isPartTitle, parseLabel } from './chapter-label.ts';
import type { ChapterStarts, SectionStart } from './chapter-starts.ts';
import type { DocumentView } from './document-view.ts';
import { isChapterName } from './matter-names.ts';

interface Labelled {
  readonly block: number;
  readonly label: ChapterLabel;
}

/** Without a word such as “Chapter”, numbers must be at least so many to be those of chapters. */
const minBareNumbers = 3;

function listLabels(view: DocumentView): Labelled[] {
  return view.blocks.flatMap((block, index) => {
    if (block.kind !== 'paragraph' || !isShort(view.textOf(index))) return [];
    const label = parseLabel(view.textOf(index));
    if (!label || label.number === null) return [];
    // “Chapter one of her life was over” is a sentence, and so is “Two of them left”.
    const isSentence = label.title !== '' && !label.isDivided && !view.isTitleLine(index);
    return isSentence || (!label.hasWord && label.title !== '') ? [] : [{ block: index, label }];
  });
}

const isShort = (text: string): boolean => text.length <= 120;

/** Labels whose numbers follow each other; each part of a book may begin again with 1. */
function inSequence(labels: readonly Labelled[]): Labelled[] {
  const kept: Labelled[] = [];
  let last = 0;
  for (const one of labels) {
    const { number } = one.label;
    if (number !== last + 1 && number !== 1) continue;
    kept.push(one);
    last = number;
  }
  return kept;
}

/** A list of chapters at the beginning has the same labels, without texts between them. */
function withText(labels: readonly Labelled[], view: DocumentView): Labelled[] {
  const lastIndex = new Map(labels.map(({ label }, index) => [label.number, index]));
  return labels.filter(({ block, label }, index) => {
    const next = labels[index + 1]?.block ?? view.blocks.length;
    return view.wordsBetween(block + 1, next) > 0 || lastIndex.get(label.number) === index;
  });
}

/** Chapters that begin with a paragraph such as “Chapter One”, or with a number alone. */
export function findLabelStarts(view: DocumentView): ChapterStarts | null {
  const labels = listLabels(view);
  const withWord = labels.filter(({ label }) => label.hasWord);
  const bare = labels.filter(({ label }) => !label.hasWord);
  const words = inSequence(withText(withWord, view));
  if (words.length > 0) {
    const share = words.length / withWord.length;
    return toStarts(words, words.length === 1 ? 0.45 : 0.5 + 0.4 * share, view);
  }
  const numbers = inSequence(withText(bare, view));
  return numbers.length >= minBareNumbers ? toStarts(numbers, 0.75, view) : null;
}

function toStarts(labels: readonly Labelled[], confidence: number, view: DocumentView): ChapterStarts {
  const starts = [...labels.map(({ block, label }) => startOf(block, label, view)), ...namedStarts(view)];
  return { starts: starts.sort((one, other) => one.block - other.block), confidence, level: 0 };
}

/** Chapters without a number, and the titles of parts. In a list of chapters another title follows at once. */
function namedStarts(view: DocumentView): SectionStart[] {
  const lastIndex = new Map(view.texts.map((text, index) => [text, index]));
  return view.blocks.flatMap((block, index) => {
    const heading = view.textOf(index);
    if (block.kind !== 'paragraph' || !isShort(heading)) return [];
    const isPart = isPartTitle(heading) && view.isTitleLine(index);
    const isListed = lastIndex.get(heading) !== index && parseLabel(view.textOf(view.nextText(index + 1))) !== null;
    return !isListed && (isPart || isChapterName(heading))
      ? [{ block: index, textFrom: index + 1, heading, role: isPart ? 'part' : null }]
      : [];
  });
}

/** The title of a chapter may stand below its label, if it stands apart from the text. */
function startOf(block: number, label: ChapterLabel, view: DocumentView): SectionStart {
  const next = view.nextText(block + 1);
  const isClose = view.blocks.slice(block + 1, next).every(({ kind }) => kind === 'blank');
  const hasTitle = label.title === '' && isClose && view.isTitleLine(next) && view.standsApart(next);
  return {
    block,
    textFrom: hasTitle ? next + 1 : block + 1,
    heading: hasTitle ? `${view.textOf(block)}\n${view.textOf(next)}` : view.textOf(block),
    role: null,
  };
}
