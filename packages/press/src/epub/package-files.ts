import type { EpubDocument } from './documents.ts';
import { escapeXml } from '../escape-xml.ts';
import { pageIdOf } from './print-page-marks.ts';

/** What describes an e-book as a whole. */
export interface EpubDescription {
  /** A URN: `urn:isbn:…` or `urn:uuid:…`. */
  identifier: string;
  title: string;
  author: string;
  publisher: string;
  description: string;
  /** A BCP 47 tag. */
  language: string;
  direction: 'ltr' | 'rtl';
  /** Milliseconds since the epoch. */
  date: number;
  cover: { fileName: string; mediaType: string } | undefined;
  /** The URN of the print edition whose pages are listed; undefined if it has none. */
  printEdition: string | undefined;
}

export const containerXml = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

/** Lays out front matter, chapters and scene breaks; font, size and colour are the reader's. */
export const styleSheet = `p { margin: 0; text-indent: 1.5em; }
p.first, .copyright p, .display p, .list p, .title-page p { text-indent: 0; }
h1, h2, h3 { text-align: center; page-break-after: avoid; break-after: avoid; }
h1 { margin: 15% 0 2em; font-weight: normal; }
h1 .label { display: block; font-size: 0.7em; letter-spacing: 0.1em; text-transform: uppercase; }
h2, h3 { margin: 1.5em 0 0.5em; }
hr { border: 0; border-top: 1px solid; margin: 1.5em auto; width: 15%; }
.title-page, .list, .display { text-align: center; }
.title-page .author { margin-top: 2em; }
.title-page .publisher { margin-top: 6em; }
.display p { font-style: italic; margin: 20% 12% 0; }
.copyright p { margin: 0 0 0.7em; }
nav ol { list-style: none; padding-left: 0; }
nav ol ol { padding-left: 1.5em; }
`;

export const fileOf = ({ id }: Pick<EpubDocument, 'id'>): string => `${id}.xhtml`;
const contentsId = 'contents';

/** An entry of the table of contents with the entries below it. */
interface Entry {
  document: EpubDocument;
  title: string;
  below: Entry[];
}

/** Chapters stand below the part before them. */
const listEntries = (documents: readonly EpubDocument[]): Entry[] => {
  const entries: Entry[] = [];
  let part: Entry | undefined;
  for (const document of documents) {
    if (!document.entry) continue;
    const entry: Entry = { document, title: document.entry.title, below: [] };
    if (part && document.entry.isChapter) part.below.push(entry);
    else entries.push(entry);
    if (document.entry.isPartTitle) part = entry;
    else if (!document.entry.isChapter) part = undefined;
  }
  const [first] = documents;
  // A table of contents has at least one entry.
  return entries.length === 0 && first ? [{ document: first, title: first.title, below: [] }] : entries;
};

const navigationList = (entries: readonly Entry[]): string =>
  `<ol>\n${entries
    .map(({ document, title, below }) => {
      const inner = below.length === 0 ? '' : `\n${navigationList(below)}`;
      return `<li><a href="${fileOf(document)}">${escapeXml(title)}</a>${inner}</li>`;
    })
    .join('\n')}\n</ol>`;

/** The pages of the print edition with their places. */
const listPages = (documents: readonly EpubDocument[]): { label: string; place: string }[] =>
  documents.flatMap((document) =>
    document.pages.map(({ label }) => ({ label, place: `${fileOf(document)}#${pageIdOf(label)}` })),
  );

const pageList = (documents: readonly EpubDocument[]): string => {
  const pages = listPages(documents).map(({ label, place }) => `<li><a href="${place}">${escapeXml(label)}</a></li>`);
  if (pages.length === 0) return '';
  return `\n<nav epub:type="page-list" role="doc-pagelist" hidden="hidden">\n<ol>\n${pages.join('\n')}\n</ol>\n</nav>`;
};

/** The body of the navigation document: the table of contents, which readers see, the landmarks and the pages. */
export const writeNavigation = (documents: readonly EpubDocument[], heading: string): string => {
  const entries = listEntries(documents);
  const start = documents.find(({ division }) => division === 'bodymatter');
  const landmarks = [
    `<li><a epub:type="toc" href="${contentsId}.xhtml">${escapeXml(heading)}</a></li>`,
    ...(start ? [`<li><a epub:type="bodymatter" href="${fileOf(start)}">${escapeXml(start.title)}</a></li>`] : []),
  ];
  return `<nav epub:type="toc" role="doc-toc" aria-labelledby="heading">
<h1 id="heading">${escapeXml(heading)}</h1>
${navigationList(entries)}
</nav>
<nav epub:type="landmarks" aria-hidden="true" hidden="hidden">
<ol>
${landmarks.join('\n')}
</ol>
</nav>${pageList(documents)}`;
};

const navPoints = (entries: readonly Entry[]): string =>
  entries
    .map(
      ({ document, title, below }) =>
        `<navPoint id="point-${document.id}"><navLabel><text>${escapeXml(title)}</text></navLabel><content src="${fileOf(document)}"/>${navPoints(below)}</navPoint>`,
    )
    .join('\n');

/** The pages of the print edition for readers of EPUB 2: pages of front matter, and those with an Arabic number. */
const pageTargets = (documents: readonly EpubDocument[]): string => {
  const targets = listPages(documents).map(({ label, place }) => {
    const kind = /^\d+$/.test(label) ? `type="normal" value="${label}"` : 'type="front"';
    const name = `<navLabel><text>${escapeXml(label)}</text></navLabel>`;
    return `<pageTarget id="${pageIdOf(label)}" ${kind}>${name}<content src="${place}"/></pageTarget>`;
  });
  return targets.length === 0 ? '' : `<pageList>\n${targets.join('\n')}\n</pageList>\n`;
};

/** The table of contents for readers of EPUB 2. */
export const writeNcx = ({ identifier, title }: EpubDescription, documents: readonly EpubDocument[]): string => {
  const entries = listEntries(documents);
  const depth = entries.some(({ below }) => below.length > 0) ? 2 : 1;
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
<head>
<meta name="dtb:uid" content="${escapeXml(identifier)}"/>
<meta name="dtb:depth" content="${depth}"/>
</head>
<docTitle><text>${escapeXml(title)}</text></docTitle>
<navMap>
${navPoints(entries)}
</navMap>
${pageTargets(documents)}</ncx>
`;
};

type Property = readonly [property: string, value: string];

const accessibility: readonly Property[] = [
  ['schema:accessMode', 'textual'],
  ['schema:accessModeSufficient', 'textual'],
  ['schema:accessibilityFeature', 'displayTransformability'],
  ['schema:accessibilityFeature', 'readingOrder'],
  ['schema:accessibilityFeature', 'structuralNavigation'],
  ['schema:accessibilityFeature', 'tableOfContents'],
  ['schema:accessibilityHazard', 'none'],
  ['schema:accessibilitySummary', 'All content is text in reading order, with a table of contents and headings.'],
];

/** What a list of printed pages adds, and where the pages are from. */
const pageProperties = ({ printEdition }: EpubDescription): Property[] => [
  ['schema:accessibilityFeature', 'pageBreakMarkers'],
  ['schema:accessibilityFeature', 'pageNavigation'],
  ...(printEdition === undefined ? [] : [['pageBreakSource', printEdition] as const]),
];

/** A time as EPUB requires it, without fractions of seconds. */
const modifiedAt = (date: number): string => new Date(date).toISOString().replace(/\.\d+Z$/, 'Z');

const metadataOf = (description: EpubDescription, hasPages: boolean): string[] => {
  const { identifier, title, author, publisher, language, cover, date } = description;
  const optional = (name: string, text: string): string[] =>
    text === '' ? [] : [`<dc:${name}>${escapeXml(text)}</dc:${name}>`];
  return [
    `<dc:identifier id="identifier">${escapeXml(identifier)}</dc:identifier>`,
    `<dc:title>${escapeXml(title)}</dc:title>`,
    `<dc:language>${escapeXml(language)}</dc:language>`,
    ...optional('creator', author),
    ...optional('publisher', publisher),
    ...optional('description', description.description),
    `<meta property="dcterms:modified">${modifiedAt(date)}</meta>`,
    ...[...accessibility, ...(hasPages ? pageProperties(description) : [])].map(
      ([property, value]) => `<meta property="${property}">${escapeXml(value)}</meta>`,
    ),
    // For readers of EPUB 2.
    ...(cover ? ['<meta name="cover" content="cover-image"/>'] : []),
  ];
};

/** The package document. `documents` are in the order of reading; the contents stand before `contentsBefore`. */
export const writePackage = (
  description: EpubDescription,
  documents: readonly EpubDocument[],
  contentsBefore: number,
): string => {
  const { cover, direction, language } = description;
  const items = [
    `<item id="${contentsId}" href="${contentsId}.xhtml" media-type="application/xhtml+xml" properties="nav"/>`,
    '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
    '<item id="style" href="style.css" media-type="text/css"/>',
    ...(cover
      ? [`<item id="cover-image" href="${cover.fileName}" media-type="${cover.mediaType}" properties="cover-image"/>`]
      : []),
    ...documents.map((each) => `<item id="${each.id}" href="${fileOf(each)}" media-type="application/xhtml+xml"/>`),
  ];
  const order = documents.map(({ id }) => id).toSpliced(contentsBefore, 0, contentsId);
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="identifier" xml:lang="${escapeXml(language)}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${metadataOf(description, listPages(documents).length > 0).join('\n')}
</metadata>
<manifest>
${items.join('\n')}
</manifest>
<spine toc="ncx" page-progression-direction="${direction}">
${order.map((id) => `<itemref idref="${id}"/>`).join('\n')}
</spine>
</package>
`;
};
