import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterListItem } from '@inkbear/contracts/books/chapter';
import { printAuthorOf, printLanguageOf } from '@inkbear/contracts/books/manuscript';
import {
  type KdpQuestion,
  kdpDeclarations,
  type Provenance,
  type WordCounts,
  wordClassLabels,
} from '@inkbear/contracts/books/provenance';
import type { SimpleDocument } from '@inkbear/press/lay-out-document';

const countText = (count: number): string => count.toLocaleString('en-GB');
const questionNames: readonly (readonly [KdpQuestion, string])[] = [
  ['text', 'Texts'],
  ['images', 'Images'],
  ['translations', 'Translations'],
];
const missingTexts: Readonly<Record<Provenance['missing'][number], string>> = {
  images: 'whether pictures were made with AI',
  translations: 'whether translations were made with AI',
  pastedIsAi: 'whether another AI tool wrote what was pasted',
  importedIsAi: 'whether an AI tool wrote what came from a file',
};

/** Where the words of a book come from, and what its author declares about AI. It has no text of the book. */
export function toProvenanceDocument(
  book: Book,
  chapters: readonly ChapterListItem[],
  provenance: Provenance,
): SimpleDocument {
  const { declaration, total, missing } = provenance;
  const counts = new Map(provenance.chapters.map(({ chapterId, words }) => [chapterId, words]));
  const text = [
    '# Amazon KDP: AI-generated content',
    ...questionNames.map(([key, name]) => `${name}: ${declaration[key].text ?? 'not answered yet'}`),
    missing.length === 0
      ? ''
      : `This declaration is not final. Its author has not said ${missing.map((key) => missingTexts[key]).join(', ')}.`,
    'Inkbear knows what was typed, pasted and written by AI in it. It cannot know what was written with AI elsewhere before. Words that AI changed in sentences of the author need no declaration.',
    `Compared with the form on ${kdpDeclarations.comparedOn}.`,
    '# The whole book',
    ...linesOf(total),
    '# Chapters',
    ...chapters.flatMap(({ id, chapterNumber, title }) => {
      const words = counts.get(id);
      return [`## ${chapterNumber}. ${title}`, ...(words ? linesOf(words) : ['No words yet'])];
    }),
  ];
  return {
    title: book.title,
    subtitle: 'Origins of its words',
    author: printAuthorOf(book),
    language: printLanguageOf(book),
    text: text.filter(Boolean).join('\n\n'),
  };
}

function linesOf(words: WordCounts): string[] {
  const classes = (Object.keys(wordClassLabels) as (keyof WordCounts)[]).filter((key) => words[key] > 0);
  return classes.length === 0
    ? ['No words yet']
    : classes.map((key) => `${wordClassLabels[key]}: ${countText(words[key])} words`);
}
