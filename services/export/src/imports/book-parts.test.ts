import { describe, expect, it } from '@jest/globals';
import { matterLimits } from '@inkbear/contracts/books/matter';
import type { ImportPlan } from '@inkbear/contracts/export/import';
import { toBookParts } from './book-parts.ts';

type Side = 'front' | 'chapter' | 'back';
type Written = readonly [side: Side, title: string, text: string, include?: boolean];

/** A plan of these pieces, and the text that they refer to. */
function write(pieces: readonly Written[]): { plan: ImportPlan; text: string } {
  let text = '';
  const chapters = pieces.map(([kind, title, content, include = true]) => {
    const from = text.length;
    text += content;
    return { kind, title, include, from, to: text.length, words: 1, scenes: [] };
  });
  return { plan: { title: 'Snow', author: '', language: '', chapters, confidence: 1 }, text };
}
const partsOf = (pieces: readonly Written[], isNewBook = true) => {
  const { plan, text } = write(pieces);
  return toBookParts(plan, text, { isNewBook });
};
const one: Written = ['chapter', 'One', '\n\n  It snowed.\n\n'];

describe('toBookParts', () => {
  it.each<[Side, string, string, string]>([
    ['front', 'Copyright', 'copyright', ''],
    ['front', 'Epigraph', 'epigraph', ''],
    ['front', 'Foreword', 'foreword', ''],
    ['front', 'Preface', 'preface', ''],
    ['front', 'Acknowledgements', 'front-acknowledgements', ''],
    ['front', 'Also by Ada Byron', 'front-also-by', 'Also by Ada Byron'],
    ['front', 'Vorwort', 'foreword', 'Vorwort'],
    ['front', 'A Map of Harrow', 'foreword', 'A Map of Harrow'],
    ['front', '', 'foreword', ''],
    ['back', 'Afterword', 'afterword', ''],
    ['back', 'Notes', 'notes', ''],
    ['back', 'ACKNOWLEDGEMENTS', 'back-acknowledgements', ''],
    ['back', 'Acknowledgments', 'back-acknowledgements', 'Acknowledgments'],
    ['back', 'About the Author', 'about-author', ''],
    ['back', 'Also by the author', 'back-also-by', ''],
    ['back', 'Excerpt', 'excerpt', ''],
    ['back', 'Recipes', 'afterword', 'Recipes'],
    ['back', 'Copyright', 'afterword', 'Copyright'],
  ])('makes of a %s page “%s” the section %s with the title “%s”', (side, title, kind, sectionTitle) => {
    expect(partsOf([[side, title, 'Text.'], one])).toEqual({
      dedication: '',
      introduction: '',
      matter: [{ kind, title: sectionTitle, text: 'Text.' }],
      chapters: [{ title: 'One', content: '  It snowed.' }],
    });
  });

  it('makes fields of the book of its dedication and its introduction, and sections of further ones', () => {
    const parts = partsOf([
      ['front', 'Dedication', '\nFor M.\n'],
      ['front', 'Introduction', 'First.'],
      ['front', 'Dedication', 'For N.'],
      one,
    ]);
    expect(parts).toMatchObject({
      dedication: 'For M.',
      introduction: 'First.',
      matter: [{ kind: 'foreword', title: 'Dedication', text: 'For N.' }],
    });
  });

  it('keeps the order of the plan, and leaves out what is not included and pages without text', () => {
    const parts = partsOf([
      ['chapter', 'Two', 'B'],
      ['back', 'Notes', ' \n '],
      ['chapter', 'Gone', 'X', false],
      ['front', 'Preface', 'P', false],
      one,
      ['chapter', '', 'C'],
    ]);
    expect(parts.matter).toEqual([]);
    expect(parts.chapters.map(({ title, content }) => [title, content])).toEqual([
      ['Two', 'B'],
      ['One', '  It snowed.'],
      ['Chapter 3', 'C'],
    ]);
  });

  it('makes chapters of pages for which there is no room', () => {
    const long = 'x'.repeat(matterLimits.text + 1);
    const many = Array.from({ length: matterLimits.pieces + 1 }, (_one, at): Written => ['back', `N${at}`, 'n']);
    const { matter, chapters } = partsOf([
      ['front', 'Map', long],
      ['front', 'T'.repeat(matterLimits.title + 1), 'Text.'],
      one,
      ...many,
    ]);
    expect(matter).toHaveLength(matterLimits.pieces);
    expect(chapters.map(({ title }) => title.slice(0, 3))).toEqual(['Map', 'TTT', 'One', `N${matterLimits.pieces}`]);
  });

  it('makes chapters of everything that is appended to a book, or when there is no chapter', () => {
    const appended = partsOf([['front', 'Dedication', 'For M.'], one, ['back', 'Notes', 'n']], false);
    expect(appended).toMatchObject({ dedication: '', matter: [] });
    expect(appended.chapters.map(({ title }) => title)).toEqual(['Dedication', 'One', 'Notes']);
    const pages = partsOf([
      ['front', 'Dedication', 'For M.'],
      ['back', 'Notes', 'n'],
    ]);
    expect([pages.dedication, pages.chapters.length]).toEqual(['', 2]);
  });
});
