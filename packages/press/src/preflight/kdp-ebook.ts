import { strFromU8 } from 'fflate';
import type { ManifestItem } from './epub-contents.ts';
import { hasBothContents } from './epub-navigation.ts';
import type { EpubInput } from './epub-package.ts';
import { type CheckResult, found, retryText } from './finding.ts';
import { readImageSize } from './image-size.ts';
import { type Checks, ruleSetData } from './rule-sets.ts';

const { maxFileMegabytes, cover: limits } = ruleSetData['kdp-ebook'].values;
const megabyte = 1_000_000;
const coverTarget = { kind: 'cover', id: null } as const;

const coverOf = ({ contents }: EpubInput): ManifestItem | undefined =>
  contents.manifest.find(({ properties }) => properties.includes('cover-image'));

const checkFileSize = ({ contents: { bytes } }: EpubInput): CheckResult[] =>
  bytes.length <= maxFileMegabytes * megabyte
    ? []
    : [
        found('error', 'The file is larger than the shop accepts.', 'Choose a smaller cover.', {
          measured: `${Math.ceil(bytes.length / megabyte)} MB`,
          limit: `${maxFileMegabytes} MB`,
          target: coverTarget,
        }),
      ];

const checkCover = (input: EpubInput): CheckResult[] => {
  if (coverOf(input)) return [];
  if (input.hasCover) return [found('error', 'The file does not have the cover of your book.', retryText)];
  return [
    found('note', 'Your book has no cover yet. The shop asks for one.', 'Add a cover to your book.', {
      target: coverTarget,
    }),
  ];
};

const checkCoverSize = (input: EpubInput): CheckResult[] => {
  const item = coverOf(input);
  const bytes = item && input.contents.files[item.path];
  if (!item || !bytes) return [];
  const size = readImageSize(bytes);
  if (!size || !limits.mediaTypes.includes(item.mediaType))
    return [
      found('error', 'The cover is neither a JPEG nor a PNG picture.', 'Choose another cover.', {
        target: coverTarget,
      }),
    ];
  const { width, height } = size;
  const measured = `${width} × ${height} pixels`;
  const isSmall = width < limits.minWidth || height < limits.minHeight;
  if (isSmall || Math.max(width, height) > limits.maxSide)
    return [
      found('error', `The cover is too ${isSmall ? 'small' : 'large'}.`, 'Choose another cover.', {
        measured,
        limit: isSmall ? `at least ${limits.minWidth} × ${limits.minHeight}` : `at most ${limits.maxSide} a side`,
        target: coverTarget,
      }),
    ];
  if (bytes.length <= limits.maxMegabytes * megabyte) return [];
  return [
    found('error', 'The file of the cover is too large.', 'Choose another cover.', {
      measured: `${Math.ceil(bytes.length / megabyte)} MB`,
      limit: `${limits.maxMegabytes} MB`,
      target: coverTarget,
    }),
  ];
};

const checkCoverOutside = (input: EpubInput): CheckResult[] => {
  const item = coverOf(input);
  const hasPage = input.contents.spine.some((path) =>
    input.contents.documents.get(path ?? '')?.elements.some(({ name }) => name === 'img' || name === 'image'),
  );
  return item && hasPage
    ? [found('error', 'The cover is a page of the text too, so readers would see it twice.', retryText)]
    : [];
};

const checkContents = ({ contents }: EpubInput): CheckResult[] =>
  hasBothContents(contents)
    ? []
    : [found('error', 'The book does not have a table of contents for older readers too.', retryText)];

/** What belongs to the reader. Small sizes of headings and labels are relative, and are allowed. */
const forcedStyle =
  /(?:^|[;{\s])(?:font-family|color|background(?:-color)?)\s*:|font-size\s*:\s*[\d.]+(?:px|pt|cm|mm|in)\b/i;

const checkForcedStyle = ({ contents }: EpubInput): CheckResult[] => {
  const styles = contents.manifest
    .filter(({ mediaType }) => mediaType === 'text/css')
    .map(({ path }) => ({ path, text: strFromU8(contents.files[path] ?? new Uint8Array()) }));
  const inline = [...contents.documents.values()].flatMap(({ path, elements }) =>
    elements.map(({ name, attributes, text }) => ({
      path,
      text: name === 'style' ? text : (attributes['style'] ?? ''),
    })),
  );
  const forced = [...styles, ...inline].filter(({ text }) => forcedStyle.test(text));
  return [...new Set(forced.map(({ path }) => path))].map((path) =>
    found('error', 'The book sets a font, a fixed size or a colour, which readers choose themselves.', retryText, {
      measured: path,
    }),
  );
};

/** The checks of what the shop asks of e-books. */
export const kdpEbookChecks: Checks<EpubInput> = {
  'file-size': checkFileSize,
  cover: checkCover,
  'cover-size': checkCoverSize,
  'cover-outside': checkCoverOutside,
  contents: checkContents,
  'forced-style': checkForcedStyle,
};
