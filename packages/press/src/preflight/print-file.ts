import { kdpPrint } from '../kdp-print.ts';
import { type CheckResult, counted, found, inInches, retryText } from './finding.ts';
import { type PrintInput, trimOf } from './print-input.ts';
import type { Checks } from './rule-sets.ts';

const { values } = kdpPrint;
const tolerance = 0.01;

const sizeText = (width: number, height: number): string =>
  `${inInches(width).replace(' in', '')} × ${inInches(height)}`;

/** Each wrong size is reported once, with its first page. */
const checkPageSize = ({ contents, design }: PrintInput): CheckResult[] => {
  const bleed = design.bleed ? values.bleedIn * 72 : 0;
  const [left, bottom, right, top] = trimOf(design, 0);
  const [width, height] = [right - left + bleed, top - bottom + 2 * bleed];
  const wrong = new Map<string, number[]>();
  contents.pages.forEach((page, index) => {
    if (Math.abs(page.width - width) < tolerance && Math.abs(page.height - height) < tolerance) return;
    const size = sizeText(page.width, page.height);
    wrong.set(size, [...(wrong.get(size) ?? []), index + 1]);
  });
  return [...wrong].map(([measured, pages]) =>
    found('error', `${counted(pages.length, 'page')} of the file do not have the size of your book.`, retryText, {
      page: pages[0] ?? null,
      measured,
      limit: sizeText(width, height),
    }),
  );
};

const checkPageCount = ({ contents, design }: PrintInput): CheckResult[] => {
  const pages = contents.pages.length;
  const { min, max } = values.pages;
  const maxPages = max[design.paper];
  const measured = counted(pages, 'page');
  if (pages < min)
    return [
      found('error', 'Your book is too short for a paperback.', 'Add front or back matter, or choose a larger font.', {
        measured,
        limit: `at least ${min} pages`,
        patch: design.chapterStart === 'next' ? { chapterStart: 'right' } : null,
        target: { kind: 'matter', id: null },
      }),
    ];
  if (pages <= maxPages) return [];
  const fitsWhite = design.paper !== 'white' && pages <= max.white;
  return [
    found(
      'error',
      `Your book is too long for ${design.paper} paper.`,
      fitsWhite ? 'White paper is thinner, so your book fits on it.' : 'Choose a larger page or a smaller font.',
      {
        measured,
        limit: `at most ${maxPages} pages`,
        patch: fitsWhite ? { paper: 'white' } : null,
        target: { kind: 'design', id: 'paper' },
      },
    ),
  ];
};

const checkLaidOutPages = ({ contents, pages }: PrintInput): CheckResult[] =>
  contents.pages.length === pages
    ? []
    : [
        found('error', 'The file does not have all pages of your book.', retryText, {
          measured: counted(contents.pages.length, 'page'),
          limit: counted(pages, 'page'),
        }),
      ];

const checkEvenPages = ({ contents }: PrintInput): CheckResult[] =>
  contents.pages.length % 2 === 0
    ? []
    : [
        found('error', 'The number of pages is odd; a printed book needs an even number.', retryText, {
          measured: counted(contents.pages.length, 'page'),
          limit: 'an even number',
        }),
      ];

const checkFileSize = ({ bytes }: PrintInput): CheckResult[] => {
  const megabytes = bytes / 1_000_000;
  if (megabytes <= values.maxFileMegabytes) return [];
  const measured = `${Math.ceil(megabytes)} MB`;
  const limit = `${values.maxFileMegabytes} MB`;
  return [found('error', 'The file is larger than the shop accepts.', retryText, { measured, limit })];
};

const checkEncryption = ({ contents }: PrintInput): CheckResult[] =>
  contents.info['EncryptFilterName'] === null
    ? []
    : [found('error', 'The file is encrypted, so that a printer cannot open it.', retryText)];

const checkFontsEmbedded = ({ contents }: PrintInput): CheckResult[] =>
  contents.fonts
    .filter(({ isEmbedded }) => !isEmbedded)
    .map(({ name }) =>
      found('error', `The font ${name} is not in the file, so that a printer would use another one.`, retryText, {
        measured: name,
      }),
    );

const subsetTag = /^[A-Z]{6}\+/;
/** pdf.js repeats the first glyph of each font. */
const repeatedGlyphs = 1;

const checkFontsWhole = ({ contents, fonts }: PrintInput): CheckResult[] =>
  contents.fonts.flatMap(({ name, isEmbedded, boxes }) => {
    if (!isEmbedded) return [];
    const whole = fonts.find((font) => font.name === name.replace(subsetTag, ''));
    const glyphs = (boxes?.glyphs ?? 0) - repeatedGlyphs;
    if (!subsetTag.test(name) && glyphs === whole?.glyphs) return [];
    return [
      found('error', `Only a part of the font ${name} is in the file. The shop asks for whole fonts.`, retryText, {
        measured: counted(Math.max(0, glyphs), 'glyph'),
        limit: counted(whole?.glyphs ?? 0, 'glyph'),
      }),
    ];
  });

const checkAnnotations = ({ contents }: PrintInput): CheckResult[] =>
  contents.pages.flatMap(({ annotations }, index) =>
    annotations === 0
      ? []
      : [
          found('error', 'This page has links or comments, which paper cannot have.', retryText, {
            page: index + 1,
            measured: String(annotations),
          }),
        ],
  );

const onlyIf = (isWrong: boolean, reason: string): CheckResult[] =>
  isWrong ? [found('error', reason, retryText)] : [];

/** What pdf.js adds itself, and what a print file has. */
const allowedInfo = new Set(['PDFFormatVersion', 'Producer', 'CreationDate', 'EncryptFilterName']);

const checkMetadata = ({ contents }: PrintInput): CheckResult[] => {
  const names = Object.entries(contents.info)
    .filter(([name, value]) => !allowedInfo.has(name) && value !== null && typeof value !== 'boolean')
    .map(([name]) => name);
  const all = contents.hasXmp ? [...names, 'XMP'] : names;
  return all.length === 0
    ? []
    : [
        found('error', 'The file contains metadata, which the shop does not accept.', retryText, {
          measured: all.join(', '),
        }),
      ];
};

const layersReason = 'The file has layers, which a printer may leave out.';
const checkLayers = ({ contents }: PrintInput): CheckResult[] => {
  const index = contents.pages.findIndex(({ hasLayers }) => hasLayers);
  if (index >= 0) return [found('error', layersReason, retryText, { page: index + 1 })];
  return onlyIf(contents.hasLayers, layersReason);
};

const checkTransparency = ({ contents }: PrintInput): CheckResult[] =>
  contents.pages.flatMap(({ hasTransparency }, index) =>
    hasTransparency
      ? [
          found('error', 'Something on this page is transparent, which prints unreliably.', retryText, {
            page: index + 1,
          }),
        ]
      : [],
  );

/** The checks of the file as a whole. */
export const fileChecks: Checks<PrintInput> = {
  'page-size': checkPageSize,
  'page-count': checkPageCount,
  'laid-out-pages': checkLaidOutPages,
  'even-pages': checkEvenPages,
  'file-size': checkFileSize,
  encryption: checkEncryption,
  'fonts-embedded': checkFontsEmbedded,
  'fonts-whole': checkFontsWhole,
  annotations: checkAnnotations,
  bookmarks: ({ contents }) => onlyIf(contents.hasBookmarks, 'The file has bookmarks, which the shop does not accept.'),
  metadata: checkMetadata,
  layers: checkLayers,
  transparency: checkTransparency,
};
