import { type BookTerms } from '../language.ts';
import { cleanLine, type Manuscript, titleOf } from '../manuscript.ts';
import type { PageStart } from '../page.ts';
import type { BookSections, Section, TextSection } from '../sections.ts';
import { escapeXml } from '../escape-xml.ts';
import { type PageBreak, pageBreakMark } from './print-page-marks.ts';
import { textToXhtml, type XhtmlDocument } from './xhtml.ts';

/** A document of an e-book, in the order of reading. */
export interface EpubDocument {
  /** Its name without an extension; also its id in the package. */
  id: string;
  title: string;
  division: XhtmlDocument['division'];
  /** XHTML. */
  body: string;
  /** Its entry in the table of contents; undefined if it has none. */
  entry?: { title: string; isPartTitle: boolean; isChapter: boolean };
  /** The pages of the print edition that begin in it. */
  pages: readonly PageBreak[];
}

/** The structural meaning of texts: `epub:type` and the role of DPUB-ARIA. Others have none. */
const meanings: Partial<Record<TextSection['role'], string>> = {
  chapter: 'chapter',
  introduction: 'introduction',
  foreword: 'foreword',
  preface: 'preface',
  'front-acknowledgements': 'acknowledgments',
  afterword: 'afterword',
  'back-acknowledgements': 'acknowledgments',
};

const section = (meaning: string | undefined, className: string, body: string): string => {
  const roles = meaning === undefined ? '' : ` epub:type="${meaning}" role="doc-${meaning}"`;
  return `<section class="${className}"${roles}>\n${body}\n</section>`;
};

const headingOf = ({ label, title }: { label: string; title: string }): string => {
  if (label === '' && title === '') return '';
  const labelled = label === '' ? '' : `<span class="label">${escapeXml(label)}</span> `;
  return `<h1>${labelled}<span class="title">${escapeXml(title)}</span></h1>\n`;
};

/** The title page: title, subtitle, author and publisher. */
const titlePage = ({ title, subtitle, author, publisher }: Manuscript): string => {
  const line = (name: string, text: string | undefined): string =>
    cleanLine(text) === '' ? '' : `\n<p class="${name}">${escapeXml(cleanLine(text))}</p>`;
  const heading = `<h1>${escapeXml(titleOf({ title }))}</h1>`;
  const lines = line('subtitle', subtitle) + line('author', author) + line('publisher', publisher);
  return `<section class="title-page" epub:type="titlepage">\n${heading}${lines}\n</section>`;
};

const bodyOf = (piece: Section, manuscript: Manuscript, breaks: readonly PageBreak[]): string => {
  switch (piece.kind) {
    case 'title':
      return titlePage(manuscript);
    case 'also-by':
      return section(
        undefined,
        'list',
        headingOf({ label: '', title: cleanLine(piece.title) }) + textToXhtml(piece.text),
      );
    case 'copyright':
      return `<section class="copyright" epub:type="copyright-page">\n${textToXhtml(piece.text)}\n</section>`;
    case 'dedication':
    case 'epigraph':
      return section(piece.kind, 'display', textToXhtml(piece.text));
    case 'part':
      return section('part', 'part', headingOf({ label: '', title: piece.title }));
    case 'text': {
      const { role, heading, text } = piece;
      return section(meanings[role], 'text', headingOf(heading) + textToXhtml(text, breaks));
    }
  }
};

const padded = (number: number): string => String(number).padStart(3, '0');

/** The body of a document: the mark of the page with which it begins, and its section. */
const markedBody = (piece: Section, manuscript: Manuscript, pages: readonly PageBreak[]): string => {
  const [first, ...others] = pages;
  return (first ? `${pageBreakMark(first)}\n` : '') + bodyOf(piece, manuscript, others);
};

/** A section is one page, unless it is a text: later pages of the others are not marked. */
const pagesOf = (piece: Section, starts: readonly PageStart[]): readonly PageBreak[] =>
  piece.kind === 'text' ? starts : starts.slice(0, 1);

/**
 * Lists the documents of an e-book, without the table of contents.
 * @param starts where the pages of the print edition begin
 */
export const listDocuments = (
  sections: BookSections,
  manuscript: Manuscript,
  terms: BookTerms,
  starts: readonly PageStart[],
): EpubDocument[] => {
  const bySection = Map.groupBy(starts, ({ section: index }) => index);
  let sectionIndex = 0;
  const counts = new Map<string, number>();
  const idOf = (kind: string): string => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return `${kind}-${padded(count)}`;
  };
  const toDocument = (piece: Section, division: EpubDocument['division']): EpubDocument => {
    const pages = pagesOf(piece, bySection.get(sectionIndex) ?? []);
    sectionIndex += 1;
    const body = markedBody(piece, manuscript, pages);
    if (piece.kind === 'part')
      return {
        id: idOf('part'),
        title: piece.title,
        division,
        body,
        entry: { title: piece.title, isPartTitle: true, isChapter: false },
        pages,
      };
    if (piece.kind !== 'text') return { id: idOf(piece.kind), title: titleOf(manuscript), division, body, pages };
    const { name, label } = piece.heading;
    const title = label === '' || piece.number === undefined ? name : `${piece.number}. ${name}`;
    const isChapter = piece.role === 'chapter';
    const entry = { title: title === '' ? terms.chapter : title, isPartTitle: false, isChapter };
    return { id: idOf(piece.role), title: entry.title, division, body, entry, pages };
  };
  return [
    ...sections.display.map((piece) => toDocument(piece, 'frontmatter')),
    ...sections.front.map((piece) => toDocument(piece, 'frontmatter')),
    ...sections.chapters.map((piece) => toDocument(piece, 'bodymatter')),
    ...sections.back.map((piece) => toDocument(piece, 'backmatter')),
  ];
};
