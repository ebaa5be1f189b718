/** The features that turn a manuscript into a book, for the landing page and the features page. */
export const professional = [
  {
    term: 'Print-ready PDF',
    text: 'Justified and hyphenated, with contents, running heads and page numbers, as e-book or paperback interior. With Pro.',
  },
  { term: 'Saved while you type', text: 'Every change is kept as you write. The page says “Saved” only when it is.' },
  {
    term: 'AI proposes, you decide',
    text: 'What AI writes appears beside your text. You accept it or you do not; nothing is overwritten.',
  },
  { term: '30 days in the trash', text: 'A deleted book or chapter can be restored for 30 days.' },
  {
    term: 'Calm by day and by night',
    text: 'A light and a dark page, a line length made for reading, and tools that stay out of sight until asked.',
  },
  { term: 'Yours to keep', text: 'All your words as Markdown and JSON, on every plan, at any time.' },
];
