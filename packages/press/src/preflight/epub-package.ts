import { type EpubContents, named, type XmlElement } from './epub-contents.ts';
import { type CheckResult, found, retryText } from './finding.ts';
import { type Checks, ruleSetData } from './rule-sets.ts';

/** What the checks of an e-book read. */
export interface EpubInput {
  contents: EpubContents;
  /** Whether the author has chosen a cover. */
  hasCover: boolean;
}

const wrong = (reason: string, measured: string | null = null, limit: string | null = null): CheckResult =>
  found('error', reason, retryText, { measured, limit });
const onlyIf = (isWrong: boolean, reason: string, measured: string | null = null): CheckResult[] =>
  isWrong ? [wrong(reason, measured)] : [];

const { mediaType, accessibility } = ruleSetData.epub.values;
const localHeader = 0x04034b50;
const headerLength = 30;

/** The first entry of the zip file, byte by byte: readers look at it without opening the rest. */
const checkMimetype = ({ contents: { bytes } }: EpubInput): CheckResult[] => {
  const start = Buffer.from(bytes.subarray(0, headerLength + 'mimetype'.length + mediaType.length));
  if (start.length < headerLength || start.readUInt32LE(0) !== localHeader)
    return [wrong('The file is not an e-book.')];
  const isStored = start.readUInt16LE(8) === 0;
  const extra = start.readUInt16LE(28);
  const isFirst = start.subarray(headerLength).toString('latin1') === `mimetype${mediaType}`;
  return [
    ...onlyIf(
      !isStored,
      'The first entry of the file is compressed, so that readers do not know what it is.',
      'mimetype',
    ),
    ...onlyIf(isStored && (!isFirst || extra > 0), 'The file does not begin with its media type.', 'mimetype'),
  ];
};

const checkContainer = ({ contents: { packagePath, files } }: EpubInput): CheckResult[] =>
  onlyIf(!(packagePath in files), 'The file does not say where its package is.', packagePath || null);

const checkWellFormed = ({ contents: { documents } }: EpubInput): CheckResult[] =>
  [...documents.values()].flatMap(({ path, error }) =>
    error === undefined ? [] : [wrong(`The document ${path} cannot be read: ${error}`, path)],
  );

const textOf = (elements: readonly XmlElement[], name: string): string => named(elements, name)[0]?.text.trim() ?? '';

const checkMetadata = ({ contents: { packageElements } }: EpubInput): CheckResult[] =>
  (['title', 'language'] as const).flatMap((name) =>
    onlyIf(textOf(packageElements, `dc:${name}`) === '', `The file does not say the ${name} of the book.`, name),
  );

const ncxOf = ({ manifest, documents }: EpubContents): readonly XmlElement[] | undefined => {
  const item = manifest.find(({ mediaType: type }) => type === 'application/x-dtbncx+xml');
  return item && documents.get(item.path)?.elements;
};

const checkIdentifier = ({ contents }: EpubInput): CheckResult[] => {
  const { packageElements } = contents;
  const id = named(packageElements, 'package')[0]?.attributes['unique-identifier'];
  const identifier = named(packageElements, 'dc:identifier').find(({ attributes }) => attributes['id'] === id);
  const value = identifier?.text.trim() ?? '';
  if (value === '') return [wrong('The file has no identifier.')];
  const ncx = ncxOf(contents);
  const uid = ncx && named(ncx, 'meta').find(({ attributes }) => attributes['name'] === 'dtb:uid');
  return ncx && uid?.attributes['content'] !== value
    ? [wrong('The two tables of contents have different identifiers.', uid?.attributes['content'] ?? null, value)]
    : [];
};

const metaValues = (elements: readonly XmlElement[], property: string): string[] =>
  named(elements, 'meta')
    .filter(({ attributes }) => attributes['property'] === property)
    .map(({ text }) => text.trim());

const utcTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

const checkModified = ({ contents: { packageElements } }: EpubInput): CheckResult[] => {
  const times = metaValues(packageElements, 'dcterms:modified');
  return onlyIf(
    times.length !== 1 || !utcTime.test(times[0] ?? ''),
    'The file does not say exactly once when it was made.',
    times.join(', ') || null,
  );
};

/** Files that belong to the container and not to the book. */
const isOutside = (path: string, packagePath: string): boolean =>
  path === 'mimetype' || path === packagePath || path.startsWith('META-INF/') || path.endsWith('/');

const checkManifest = ({ contents: { files, manifest, packagePath } }: EpubInput): CheckResult[] => {
  const listed = manifest.map(({ path }) => path);
  const unlisted = Object.keys(files).filter((path) => !isOutside(path, packagePath) && !listed.includes(path));
  return [
    ...unlisted.map((path) => wrong(`The manifest does not list ${path}.`, path)),
    ...listed
      .filter((path) => !(path in files))
      .map((path) => wrong(`The manifest lists ${path}, which is missing.`, path)),
    ...listed
      .filter((path, index) => listed.indexOf(path) !== index)
      .map((path) => wrong(`The manifest lists ${path} twice.`, path)),
  ];
};

const checkSpine = ({ contents: { spine, files } }: EpubInput): CheckResult[] =>
  onlyIf(
    spine.length === 0 || spine.some((path) => path === undefined || !(path in files)),
    'The reading order has a document that is not in the book.',
  );

const checkAccessibility = ({ contents: { packageElements } }: EpubInput): CheckResult[] =>
  accessibility
    .filter((property) => metaValues(packageElements, property).every((value) => value === ''))
    .map((property) => wrong('The file has incomplete accessibility metadata.', null, property));

/** The checks of the file and its package. */
export const packageChecks: Checks<EpubInput> = {
  mimetype: checkMimetype,
  container: checkContainer,
  'well-formed': checkWellFormed,
  metadata: checkMetadata,
  identifier: checkIdentifier,
  modified: checkModified,
  manifest: checkManifest,
  spine: checkSpine,
  accessibility: checkAccessibility,
};
