import { countWords } from '@inkbear/prose/word-count';
import {
  AlignmentType,
  Header,
  type ISectionOptions,
  LineRuleType,
  PageNumber,
  Paragraph,
  type IParagraphOptions,
  TabStopType,
  TextRun,
} from 'docx';
import { cleanLine, type Manuscript, titleOf } from '../manuscript.ts';
import { allSections, type BookSections, type Section } from '../sections.ts';
import { readBlocks } from '../styled-text.ts';
import { fromInches, toTextRuns } from './runs.ts';

/** Pages, in inches. */
const papers = { a4: { widthIn: 8.27, heightIn: 11.69 }, letter: { widthIn: 8.5, heightIn: 11 } } as const;
/** Fonts that editors expect. They are not in the file. */
const faces = { courier: 'Courier Prime', times: 'Times New Roman' } as const;

export interface ManuscriptFormat {
  paper: keyof typeof papers;
  face: keyof typeof faces;
  /** Name, address, telephone, e-mail: one line each; '' for the name of the author alone. */
  contact: string;
}

const marginIn = 1;
const firstLineIndent = fromInches(0.5);
/** Half points. */
const fontSize = 24;
const singleSpacing = { line: 240, lineRule: LineRuleType.AUTO };
const doubleSpacing = { line: 480, lineRule: LineRuleType.AUTO };

const centred = (text: string, more: Partial<IParagraphOptions> = {}): Paragraph =>
  new Paragraph({ alignment: AlignmentType.CENTER, children: [new TextRun(text)], ...more });

/** The text of a section, with `#` for scene breaks. */
const toParagraphs = (text: string): Paragraph[] =>
  readBlocks(text).map((block) => {
    if (block.kind === 'scene-break') return centred('#');
    if (block.kind === 'heading')
      return new Paragraph({ children: toTextRuns([block.content]), keepNext: true, alignment: AlignmentType.CENTER });
    return new Paragraph({ children: toTextRuns(block.lines), indent: { firstLine: firstLineIndent } });
  });

/** A heading a third down a new page, and the text. */
const newPage = (lines: readonly string[], text: string): Paragraph[] => [
  ...lines.map((line, index) =>
    index === 0
      ? centred(line, { pageBreakBefore: true, spacing: { ...doubleSpacing, before: fromInches(2.5) }, keepNext: true })
      : centred(line, { keepNext: true }),
  ),
  ...toParagraphs(text),
];

/** A word count as editors want it: to the nearest hundred, or thousand for a long text. */
const roundedWords = (words: number): string => {
  const unit = words < 10_000 ? 100 : 1_000;
  return `about ${Math.max(unit, Math.round(words / unit) * unit).toLocaleString('en-US')} words`;
};

/** What a manuscript has besides the sections of the book: its first page, and what says where it ends. */
export interface ManuscriptFrame {
  contact: string[];
  words: string;
  title: string;
  /** Below the title. */
  lines: string[];
  end: string;
}

export const frameOf = (manuscript: Manuscript, contact: string): ManuscriptFrame => {
  const author = cleanLine(manuscript.author);
  const words = manuscript.chapters.reduce((sum, { text }) => sum + countWords(text), 0);
  return {
    contact: (contact.trim() === '' ? author : contact).split('\n').map(cleanLine).filter(Boolean),
    words: roundedWords(words),
    title: titleOf(manuscript).toUpperCase(),
    lines: [cleanLine(manuscript.subtitle), author === '' ? '' : `by ${author}`].filter(Boolean),
    end: 'END',
  };
};

/** The first page: who wrote it and how long it is at the top, the title in the middle. */
const titlePage = ({ contact: [first = '', ...rest], words, title, lines }: ManuscriptFrame, rightEdge: number) => [
  new Paragraph({
    spacing: singleSpacing,
    tabStops: [{ type: TabStopType.RIGHT, position: rightEdge }],
    children: [new TextRun(first), new TextRun({ children: ['\t', words] })],
  }),
  ...rest.map((line) => new Paragraph({ spacing: singleSpacing, children: [new TextRun(line)] })),
  centred(title, { spacing: { ...doubleSpacing, before: fromInches(3) } }),
  ...lines.map((line) => centred(line)),
];

/** The last word of a name in Latin order. */
const surnameOf = (author: string): string => author.split(' ').at(-1) ?? '';

const runningHeader = (manuscript: Manuscript): Header => {
  const title = titleOf(manuscript).toUpperCase();
  const parts = [surnameOf(cleanLine(manuscript.author)), title].filter(Boolean).join(' / ');
  return new Header({
    children: [
      new Paragraph({
        alignment: AlignmentType.RIGHT,
        spacing: singleSpacing,
        children: [new TextRun({ children: [`${parts} / `, PageNumber.CURRENT] })],
      }),
    ],
  });
};

const sectionToParagraphs = (section: Section): Paragraph[] => {
  switch (section.kind) {
    case 'copyright':
    case 'dedication':
    case 'epigraph':
      return newPage([''], section.text);
    case 'part':
      return newPage([section.title], '');
    case 'text': {
      const { label, title } = section.heading;
      return newPage([label, title].filter(Boolean), section.text);
    }
    case 'also-by':
      return newPage([cleanLine(section.title)], section.text);
    // The first page of a manuscript stands in its place.
    case 'title':
      return [];
  }
};

/** The only section of a document in manuscript format, and the font, size and line spacing of its text. */
export const manuscriptFormat = (
  manuscript: Manuscript,
  sections: BookSections,
  { paper, face, contact }: ManuscriptFormat,
): { section: ISectionOptions; font: string; size: number; spacing: typeof doubleSpacing } => {
  const { widthIn, heightIn } = papers[paper];
  const margin = fromInches(marginIn);
  const frame = frameOf(manuscript, contact);
  return {
    section: {
      properties: {
        titlePage: true,
        page: {
          size: { width: fromInches(widthIn), height: fromInches(heightIn) },
          margin: { top: margin, bottom: margin, left: margin, right: margin },
        },
      },
      headers: { default: runningHeader(manuscript), first: new Header({ children: [] }) },
      children: [
        ...titlePage(frame, fromInches(widthIn - 2 * marginIn)),
        ...allSections(sections).flatMap(sectionToParagraphs),
        centred(frame.end),
      ],
    },
    font: faces[face],
    size: fontSize,
    spacing: doubleSpacing,
  };
};
