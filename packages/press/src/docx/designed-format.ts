import {
  AlignmentType,
  Footer,
  Header,
  HeadingLevel,
  type ISectionOptions,
  type ISectionPropertiesOptions,
  LineRuleType,
  NumberFormat,
  PageNumber,
  Paragraph,
  SectionType,
  TableOfContents,
  TextRun,
} from 'docx';
import type { Design } from '../design.ts';
import { geometryOf, gutterFor } from '../geometry.ts';
import type { BookTerms } from '../language.ts';
import { cleanLine, type Manuscript, titleOf } from '../manuscript.ts';
import type { BookSections, Section, TextSection } from '../sections.ts';
import { readBlocks } from '../styled-text.ts';
import { fromInches, fromPoints, toTextRuns } from './runs.ts';

/** The names of the paragraph styles, which an author can change in a word processor. */
export const styles = {
  body: 'BodyText',
  first: 'BodyTextFirst',
  display: 'DisplayText',
  label: 'ChapterLabel',
  sceneBreak: 'SceneBreak',
  head: 'RunningHead',
  /** Looks like a heading of the first level, but is not one: the contents do not list themselves. */
  contents: 'ContentsHeading',
} as const;

const headingLevels = { 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 } as const;

/** Paragraphs of a text. The first ones and those after headings and scene breaks are not indented. */
const toParagraphs = (text: string, style?: string): Paragraph[] => {
  let isFirst = true;
  return readBlocks(text).map((block) => {
    if (block.kind === 'paragraph') {
      const own = style ?? (isFirst ? styles.first : styles.body);
      isFirst = false;
      return new Paragraph({ style: own, children: toTextRuns(block.lines) });
    }
    isFirst = true;
    if (block.kind === 'scene-break') return new Paragraph({ style: styles.sceneBreak, text: '* * *' });
    return new Paragraph({ heading: headingLevels[block.depth], children: toTextRuns([block.content]) });
  });
};

/** A heading of the first level. A label above it is a paragraph of its own, so that the contents show the title only. */
const headingOf = ({ label, title }: { label: string; title: string }): Paragraph[] => [
  ...(label === '' ? [] : [new Paragraph({ style: styles.label, pageBreakBefore: true, text: label.toUpperCase() })]),
  ...(title === ''
    ? []
    : [new Paragraph({ heading: HeadingLevel.HEADING_1, pageBreakBefore: label === '', text: title })]),
];

const titlePage = (manuscript: Manuscript): Paragraph[] => {
  const line = (text: string | undefined, style: string): Paragraph[] =>
    cleanLine(text) === '' ? [] : [new Paragraph({ style, text: cleanLine(text) })];
  return [
    new Paragraph({ heading: HeadingLevel.TITLE, text: titleOf(manuscript) }),
    ...line(manuscript.subtitle, styles.display),
    ...line(manuscript.author, styles.display),
    ...line(manuscript.publisher, styles.display),
  ];
};

const newPage = (): Paragraph => new Paragraph({ style: styles.first, pageBreakBefore: true, text: '' });

const displayToParagraphs = (section: Section, manuscript: Manuscript): Paragraph[] => {
  switch (section.kind) {
    case 'title':
      return titlePage(manuscript);
    case 'also-by':
      return [
        ...headingOf({ label: '', title: cleanLine(section.title) }),
        ...toParagraphs(section.text, styles.display),
      ];
    case 'copyright':
      return [newPage(), ...toParagraphs(section.text, styles.first)];
    case 'dedication':
    case 'epigraph':
      return [newPage(), ...toParagraphs(section.text, styles.display)];
    case 'part':
      return headingOf({ label: '', title: section.title });
    case 'text':
      return textToParagraphs(section);
  }
};

const textToParagraphs = ({ heading, text }: TextSection): Paragraph[] => [
  ...headingOf(heading),
  ...toParagraphs(text),
];

const headParagraph = (text: string): Paragraph =>
  new Paragraph({ style: styles.head, alignment: AlignmentType.CENTER, text });

const pageNumber = (): Footer =>
  new Footer({
    children: [
      new Paragraph({
        style: styles.head,
        alignment: AlignmentType.CENTER,
        children: [new TextRun({ children: [PageNumber.CURRENT] })],
      }),
    ],
  });

/** Running heads on left-hand and right-hand pages. A word processor cannot show the chapter on some of its pages only. */
const headersOf = ({ heads, shortTitle }: Design, manuscript: Manuscript): { default: Header; even: Header } => {
  const title = cleanLine(shortTitle) || titleOf(manuscript);
  const author = cleanLine(manuscript.author) || title;
  const left = heads === 'none' ? '' : heads === 'author-title' ? author : title;
  const right = heads === 'none' ? '' : title;
  return {
    default: new Header({ children: [headParagraph(right)] }),
    even: new Header({ children: [headParagraph(left)] }),
  };
};

/** A document with the page, the type and the order of a book; a word processor makes its lines and pages. */
export const designedFormat = (
  manuscript: Manuscript,
  { display, front, chapters, back }: BookSections,
  design: Design,
  terms: BookTerms,
): ISectionOptions[] => {
  const { trim, margins } = design;
  const gutter = gutterFor(1) / 72;
  const page: ISectionPropertiesOptions['page'] = {
    size: { width: fromInches(trim.widthIn), height: fromInches(trim.heightIn) },
    margin: {
      top: fromInches(margins.topIn),
      bottom: fromInches(margins.bottomIn),
      // Margins of mirrored pages: left is inside. The gutter is the part of it that is bound.
      left: fromInches(Math.max(0, margins.insideIn - gutter)),
      right: fromInches(margins.outsideIn),
      gutter: fromInches(gutter),
      header: fromInches(margins.topIn / 2),
      footer: fromInches(margins.bottomIn / 2),
    },
  };
  const numbers = design.folio === 'none' ? {} : { footers: { default: pageNumber(), even: pageNumber() } };
  const contents = design.contents
    ? [
        new Paragraph({ style: styles.contents, pageBreakBefore: true, text: terms.contents }),
        new TableOfContents(terms.contents, { hyperlink: true, headingStyleRange: '1-1' }),
      ]
    : [];
  return [
    {
      properties: {
        page: { ...page, pageNumbers: { start: 1, formatType: NumberFormat.LOWER_ROMAN } },
        titlePage: true,
      },
      ...numbers,
      children: [
        ...display.flatMap((section) => displayToParagraphs(section, manuscript)),
        ...contents,
        ...front.flatMap(textToParagraphs),
      ],
    },
    {
      properties: {
        page: { ...page, pageNumbers: { start: 1, formatType: NumberFormat.DECIMAL } },
        type: SectionType.ODD_PAGE,
        titlePage: true,
      },
      headers: headersOf(design, manuscript),
      ...numbers,
      children: [...chapters, ...back].flatMap((section) => displayToParagraphs(section, manuscript)),
    },
  ];
};

/** The styles of a design's paragraphs. */
export const designedStyles = (design: Design) => {
  const { size, leading, indent } = geometryOf(design);
  const line = { line: fromPoints(leading), lineRule: LineRuleType.EXACT };
  const body = { alignment: AlignmentType.BOTH, spacing: { ...line, before: 0, after: 0 }, widowControl: true };
  const drop = fromInches((design.trim.heightIn - design.margins.topIn - design.margins.bottomIn) * design.drop);
  const centred = { alignment: AlignmentType.CENTER, keepNext: true };
  const halfPoints = (relative: number): number => Math.round(size * relative * 2);
  return {
    default: {
      title: { run: { size: halfPoints(2.9) }, paragraph: { ...centred, spacing: { before: drop, after: drop / 4 } } },
      heading1: {
        run: { size: halfPoints(1.95) },
        paragraph: { ...centred, spacing: { before: drop, after: fromPoints(2 * leading) } },
      },
      heading2: {
        run: { size: halfPoints(1.25), bold: true },
        paragraph: { keepNext: true, spacing: { before: fromPoints(leading), after: 0 } },
      },
      heading3: {
        run: { size: halfPoints(1.12), bold: true },
        paragraph: { keepNext: true, spacing: { before: fromPoints(leading), after: 0 } },
      },
    },
    paragraphStyles: [
      {
        id: styles.body,
        name: 'Body Text',
        quickFormat: true,
        paragraph: { ...body, indent: { firstLine: fromPoints(indent) } },
      },
      { id: styles.first, name: 'Body Text First', quickFormat: true, paragraph: body },
      {
        id: styles.display,
        name: 'Display Text',
        quickFormat: true,
        run: { italics: true },
        paragraph: { alignment: AlignmentType.CENTER, spacing: { before: fromPoints(leading) } },
      },
      {
        id: styles.label,
        name: 'Chapter Label',
        quickFormat: true,
        run: { size: halfPoints(0.88), characterSpacing: 20 },
        paragraph: { ...centred, spacing: { before: drop } },
      },
      {
        id: styles.sceneBreak,
        name: 'Scene Break',
        quickFormat: true,
        paragraph: { ...centred, spacing: { before: fromPoints(leading), after: fromPoints(leading) } },
      },
      { id: styles.contents, name: 'Contents Heading', basedOn: 'Heading1', quickFormat: true },
      { id: styles.head, name: 'Running Head', quickFormat: true, run: { size: halfPoints(0.85), italics: true } },
    ],
    size: halfPoints(1),
  };
};
