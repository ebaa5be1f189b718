import { describe, expect, it } from '@jest/globals';
import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterListItem } from '@inkbear/contracts/books/chapter';
import { noProvenanceAnswers, type Provenance } from '@inkbear/contracts/books/provenance';
import { toProvenanceDocument } from './provenance-document.ts';

const none = { own: 0, pasted: 0, imported: 0, generated: 0, edited: 0, rewritten: 0 };
const book = { title: 'Winter', authorName: 'Ada', penName: 'A. Byron', language: 'EN' } as Book;
const chapters = [
  { id: 'a', chapterNumber: 1, title: 'Ice' },
  { id: 'b', chapterNumber: 2, title: 'Thaw' },
] as ChapterListItem[];
const provenance: Provenance = {
  chapters: [{ chapterId: 'a', rev: 3, words: { ...none, own: 1200, generated: 34 } }],
  total: { ...none, own: 1200, generated: 34 },
  answers: noProvenanceAnswers,
  declaration: {
    comparedOn: '2026-11-27',
    text: { answer: 'some', text: 'Some sections, with minimal or no editing' },
    images: { answer: null, text: null },
    translations: { answer: 'none', text: 'None' },
    changedShare: 0,
  },
  final: false,
  asked: ['images', 'translations'],
  missing: ['images'],
};

describe('the document with the origins of words', () => {
  const { text, ...head } = toProvenanceDocument(book, chapters, provenance);

  it('has the answers of the form, and says what is missing', () => {
    expect(head).toEqual({ title: 'Winter', subtitle: 'Origins of its words', author: 'A. Byron', language: 'en-GB' });
    expect(text).toContain('Texts: Some sections, with minimal or no editing\n\nImages: not answered yet');
    expect(text).toContain('This declaration is not final.\n\nNot answered yet: were pictures made with AI?');
  });

  it('has the words of the book and of each chapter by class, without classes that have none', () => {
    expect(text).toContain('# The whole book\n\nTyped by you: 1,200 words\n\nWritten by AI: 34 words\n\n# Chapters');
    expect(text).toMatch(
      /## 1\. Ice\n\nTyped by you: 1,200 words\n\nWritten by AI: 34 words\n\n## 2\. Thaw\n\nNo words yet$/,
    );
  });

  it('says nothing of missing answers when it is final', () => {
    const final = toProvenanceDocument(book, chapters, { ...provenance, final: true, missing: [] });
    expect(final.text).not.toContain('not final');
  });
});
