import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterListItem } from '@inkbear/contracts/books/chapter';
import { printAuthorOf, printLanguageOf } from '@inkbear/contracts/books/manuscript';
import {
  kdpQuestionLabels,
  kdpQuestions,
  type Provenance,
  type WordCounts,
  wordClassLabels,
} from '@inkbear/contracts/books/provenance';
import type { SimpleDocument } from '@inkbear/press/lay-out-document';

const countText = (count: number): string => count.toLocaleString('en-GB');
const missingTexts: Readonly<Record<Provenance['missing'][number], string>> = {
  images: 'Not answered yet: were pictures made with AI?',
  translations: 'Not answered yet: were translations made with AI?',
  pastedIsAi: 'Not answered yet: did another AI tool write what was pasted?',
  importedIsAi: 'Not answered yet: did AI write what came from a file or an older version?',
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
    ...kdpQuestions.map((key) => `${kdpQuestionLabels[key]}: ${declaration[key].text ?? 'not answered yet'}`),
    missing.length === 0 ? '' : 'This declaration is not final.',
    ...missing.map((key) => missingTexts[key]),
    [
      'Inkbear knows what was typed, pasted and written by AI in it.',
      'It cannot know what was written with AI elsewhere before.',
      'Words that AI changed in sentences of the author need no declaration.',
    ].join(' '),
    `The answers follow descriptions of the form, checked on ${declaration.comparedOn}; the form may differ.`,
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
