import { type EpubContents, isInside, named, resolvePath, type XmlElement } from './epub-contents.ts';
import type { EpubInput } from './epub-package.ts';
import { type CheckResult, found, retryText } from './finding.ts';
import type { Checks } from './rule-sets.ts';

const wrong = (reason: string, measured: string | null = null): CheckResult =>
  found('error', reason, retryText, { measured });

/** The place to which a link of a document leads; undefined for one that leaves the book. */
interface Place {
  path: string;
  /** The id in the document; '' for its beginning. */
  id: string;
}

const leavesBook = /^[a-z][a-z\d+.-]*:/i;

const placeOf = (from: string, href: string): Place | undefined => {
  if (leavesBook.test(href)) return undefined;
  const [file = '', id = ''] = href.split('#');
  return { path: file === '' ? from : resolvePath(from, file), id };
};

const hrefOf = ({ attributes }: XmlElement): string | undefined => attributes['href'] ?? attributes['src'];

const idsOf = (contents: EpubContents, path: string): string[] =>
  (contents.documents.get(path)?.elements ?? []).flatMap(({ attributes }) =>
    attributes['id'] === undefined ? [] : [attributes['id']],
  );

/** The ids of a document, which links of many others may name. */
const createIdLookup = (contents: EpubContents): ((path: string) => ReadonlyMap<string, number>) => {
  const lookup = new Map<string, ReadonlyMap<string, number>>();
  return (path) => {
    let ids = lookup.get(path);
    if (!ids) lookup.set(path, (ids = new Map(idsOf(contents, path).map((id, index) => [id, index]))));
    return ids;
  };
};

const checkLinks = ({ contents }: EpubInput): CheckResult[] => {
  const idsIn = createIdLookup(contents);
  return [...contents.documents.values()].flatMap(({ path, elements }) =>
    elements.flatMap((element): CheckResult[] => {
      const href = hrefOf(element);
      // The manifest has a rule of its own.
      const place = href === undefined || element.name === 'item' ? undefined : placeOf(path, href);
      if (!place) return [];
      const leadsSomewhere = place.path in contents.files && (place.id === '' || idsIn(place.path).has(place.id));
      return leadsSomewhere ? [] : [wrong(`A link in ${path} leads nowhere.`, href ?? null)];
    }),
  );
};

const checkUniqueIds = ({ contents }: EpubInput): CheckResult[] =>
  [...contents.documents.keys()].flatMap((path) => {
    const ids = idsOf(contents, path);
    if (new Set(ids).size === ids.length) return [];
    return [wrong(`The document ${path} has an id twice.`, ids.find((id, index) => ids.indexOf(id) !== index) ?? null)];
  });

const navigationOf = ({ manifest }: EpubContents): string | undefined =>
  manifest.find(({ properties }) => properties.includes('nav'))?.path;

/** The places of a list in the navigation document. */
const listPlaces = (contents: EpubContents, type: string): { lists: number; places: Place[] } => {
  const path = navigationOf(contents) ?? '';
  const elements = contents.documents.get(path)?.elements ?? [];
  const isList = ({ name, attributes }: XmlElement): boolean => name === 'nav' && attributes['epub:type'] === type;
  return {
    lists: elements.filter(isList).length,
    places: named(elements, 'a')
      .filter((link) => isInside(link, isList))
      .flatMap((link) => placeOf(path, hrefOf(link) ?? '') ?? []),
  };
};

/** The first place that comes before the one listed above it, in the order of reading. */
const findDisorder = (contents: EpubContents, places: readonly Place[]): Place | undefined => {
  const idsIn = createIdLookup(contents);
  const orderOf = ({ path, id }: Place): readonly [number, number] => [
    contents.spine.indexOf(path),
    idsIn(path).get(id) ?? -1,
  ];
  return places.find((place, index) => {
    const before = places[index - 1];
    if (!before) return false;
    const [[a, b], [c, d]] = [orderOf(before), orderOf(place)];
    return c < a || (c === a && d < b);
  });
};

const checkOrder = (contents: EpubContents, places: readonly Place[], reason: string): CheckResult[] => {
  const place = findDisorder(contents, places);
  return place ? [wrong(reason, place.path)] : [];
};

const checkContents = ({ contents }: EpubInput): CheckResult[] => {
  const { lists, places } = listPlaces(contents, 'toc');
  if (lists !== 1 || places.length === 0) return [wrong('The book does not have exactly one table of contents.')];
  return checkOrder(contents, places, 'The table of contents is not in the order of reading.');
};

const checkPageList = ({ contents }: EpubInput): CheckResult[] =>
  checkOrder(contents, listPlaces(contents, 'page-list').places, 'The list of printed pages is not in order.');

/** The checks of what leads from one place of a book to another. */
export const navigationChecks: Checks<EpubInput> = {
  contents: checkContents,
  'page-list': checkPageList,
  links: checkLinks,
  'unique-ids': checkUniqueIds,
};

/** Whether readers of EPUB 2 have a table of contents too. */
export const hasBothContents = (contents: EpubContents): boolean =>
  navigationOf(contents) !== undefined &&
  contents.manifest.some(({ mediaType, path }) => mediaType === 'application/x-dtbncx+xml' && path in contents.files);
