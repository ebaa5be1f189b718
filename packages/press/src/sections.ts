import type { Design } from './design.ts';
import { termsOf } from './language.ts';
import { type ChapterName, nameChapter } from './lay-out-opening.ts';
import {
  backTexts,
  cleanLine,
  frontTexts,
  type Manuscript,
  type ManuscriptMatter,
  type MatterKind,
} from './manuscript.ts';

/** A text that begins like a chapter: a chapter, or front or back matter such as a preface. */
export interface TextSection {
  kind: 'text';
  role: 'chapter' | 'introduction' | (typeof frontTexts)[number] | (typeof backTexts)[number];
  heading: ChapterName;
  /** The printed number of a chapter; undefined for other texts. */
  number: number | undefined;
  text: string;
}

/** A page before the contents. */
export type DisplaySection =
  | { kind: 'also-by'; title: string; text: string }
  | { kind: 'title' }
  | { kind: 'copyright' | 'dedication' | 'epigraph'; text: string };

/** The page with the title of a part of the book. */
export interface PartSection {
  kind: 'part';
  title: string;
}

/** One section of a book, which begins on a page of its own. */
export type Section = DisplaySection | PartSection | TextSection;

/** The sections of a book in the order of every format. The contents stand between `display` and `front`. */
export interface BookSections {
  /** Other books, title page, copyright, dedication, epigraph. */
  display: DisplaySection[];
  /** Foreword, preface, acknowledgements, introduction. */
  front: TextSection[];
  /** Parts and chapters. */
  chapters: (TextSection | PartSection)[];
  back: TextSection[];
}

const matterOf = ({ matter = [] }: Manuscript, kind: MatterKind): ManuscriptMatter[] =>
  matter.filter((section) => section.kind === kind && section.text.trim() !== '');

const listDisplay = (manuscript: Manuscript): DisplaySection[] => {
  const { isbn = '', dedication = '' } = manuscript;
  const copyright = [
    ...matterOf(manuscript, 'copyright').map(({ text }) => text),
    ...(isbn === '' ? [] : [`ISBN ${isbn}`]),
  ].join('\n\n');
  return [
    ...matterOf(manuscript, 'front-also-by').map(({ title, text }): DisplaySection => ({
      kind: 'also-by',
      title,
      text,
    })),
    { kind: 'title' },
    ...(copyright === '' ? [] : [{ kind: 'copyright', text: copyright } as const]),
    ...(dedication.trim() === '' ? [] : [{ kind: 'dedication', text: dedication } as const]),
    ...matterOf(manuscript, 'epigraph').map(({ text }): DisplaySection => ({ kind: 'epigraph', text })),
  ];
};

const namedText = (role: TextSection['role'], title: string, text: string): TextSection => {
  const name = cleanLine(title);
  return { kind: 'text', role, heading: { label: '', title: name, name }, number: undefined, text };
};

const listTexts = (manuscript: Manuscript, kinds: typeof frontTexts | typeof backTexts): TextSection[] =>
  kinds.flatMap((kind) => matterOf(manuscript, kind).map(({ title, text }) => namedText(kind, title, text)));

/** Lists the sections of a book. Blank ones are left out. */
export const listSections = (manuscript: Manuscript, { chapterLabel }: Pick<Design, 'chapterLabel'>): BookSections => {
  const terms = termsOf(manuscript.language);
  const { introduction = '' } = manuscript;
  return {
    display: listDisplay(manuscript),
    front: [
      ...listTexts(manuscript, frontTexts),
      ...(introduction.trim() === '' ? [] : [namedText('introduction', terms.introduction, introduction)]),
    ],
    chapters: manuscript.chapters.flatMap(({ number, title, text, part }): BookSections['chapters'] => {
      const heading = nameChapter({ number, title }, chapterLabel, terms);
      const chapter: TextSection = { kind: 'text', role: 'chapter', heading, number, text };
      return part === undefined ? [chapter] : [{ kind: 'part', title: cleanLine(part) }, chapter];
    }),
    back: listTexts(manuscript, backTexts),
  };
};

/** All sections in the order of reading, without the contents. */
export const allSections = ({ display, front, chapters, back }: BookSections): Section[] => [
  ...display,
  ...front,
  ...chapters,
  ...back,
];
