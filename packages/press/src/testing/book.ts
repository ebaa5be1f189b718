import type { Manuscript } from '../manuscript.ts';

/** A short book with a piece of most kinds, and with characters and marks that formats have to escape. */
export const testBook: Manuscript = {
  title: 'The Bear & the <River>',
  subtitle: 'A Novel',
  author: 'Zoë “Ink” Bear',
  publisher: 'Inkbear House',
  dedication: 'For *you*',
  introduction: 'Why this book was written.',
  synopsis: 'Short & “sweet”.',
  isbn: '978-0-306-40615-7',
  language: 'en-GB',
  matter: [
    { kind: 'copyright', title: '', text: 'Copyright © 2026 Zoë Bear' },
    { kind: 'epigraph', title: '', text: 'Snow falls.' },
    { kind: 'front-also-by', title: 'Also by Zoë Bear', text: 'The First Bear\nThe Second Bear' },
    { kind: 'afterword', title: 'Afterword', text: 'It is over.' },
    { kind: 'about-author', title: 'About the author', text: 'Zoë lives in Kent.' },
  ],
  chapters: [
    { number: undefined, title: 'Prologue', text: 'It began <here> & there.' },
    {
      number: 1,
      title: 'The River',
      part: 'Part One',
      text: 'She *saw* the **river** and ***stayed***.\n\nNext\nline.\n\n***\n\nAfter the break.\n\n## Later\n\nDone.\u0000',
    },
    { number: 2, title: '', text: 'The end, 漢字 and 🐻.' },
  ],
};

const sentence = 'The difficult bear offered an efficient, extraordinary explanation of fluffy waffles to everyone. ';

/** Paragraphs of several lines that can be told apart. */
export const testParagraphs = (count: number, name = 'Paragraph'): string =>
  Array.from({ length: count }, (_, index) => `${name} ${index}. ${sentence.repeat(2 + (index % 4))}`.trim()).join(
    '\n\n',
  );

/** The same book, but its chapters are long and in Latin letters only. */
export const longTestBook = (chapters: number, paragraphs: number): Manuscript => ({
  ...testBook,
  chapters: Array.from({ length: chapters }, (_, index) => ({
    id: `chapter-${index}`,
    number: index + 1,
    title: `River ${index + 1}`,
    text: testParagraphs(paragraphs + (index % 3), `Text ${index}`),
  })),
});
