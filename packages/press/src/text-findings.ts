import { ascent, descent, type Geometry } from './geometry.ts';
import type { LayoutFindingKind, TextFinding } from './layout-finding.ts';
import type { Side } from './page-breaks.ts';
import type { TextElement, TextLine } from './page.ts';
import type { PageRows } from './paginate.ts';

type PlacedRow = PageRows[number];
type LinePlace = PlacedRow & { row: { line: TextLine } };
type BlockPlace = LinePlace & { row: { element: TextElement } };

const hasLine = (place: PlacedRow): place is LinePlace => place.row.line !== undefined;

/** The lines of a page that belong to a block of the text. */
const blockLines = (page: PageRows): BlockPlace[] =>
  page.filter((place): place is BlockPlace => hasLine(place) && place.row.element?.block !== undefined);

const heightOf = (page: PageRows): number => {
  const last = page.at(-1);
  return last ? Math.round((last.at + last.row.height) * 100) : 0;
};

const countLines = (lines: readonly BlockPlace[], element: TextElement | undefined): number =>
  lines.filter(({ row }) => row.element === element).length;

const missingIn = ({ words }: TextLine): string =>
  words
    .flatMap(({ pieces }) => pieces.flatMap((glyphs) => glyphs.filter(({ id }) => id === 0).map(({ text }) => text)))
    .join('');

/** Collects the findings of the pages of one text. */
class FindingCollector {
  readonly findings: TextFinding[] = [];
  readonly #geometry: Geometry;

  constructor(geometry: Geometry) {
    this.#geometry = geometry;
  }

  add(kind: LayoutFindingKind, page: number, { row, at }: LinePlace, text = ''): void {
    const y = this.#geometry.firstBaseline - (at + (row.baseline ?? 0)) * this.#geometry.leading;
    const { size } = row.line;
    this.findings.push({ kind, page, top: y + size * ascent, bottom: y - size * descent, text });
  }

  /** What is wrong at the foot of a page, and at the top of the next one. */
  checkBreak(index: number, lines: readonly BlockPlace[], next: readonly BlockPlace[], side: Side): void {
    const [last, first] = [lines.at(-1), next[0]];
    if (!last || !first) return;
    const { element } = last.row;
    if (element.role !== 'P') this.add('orphan', index, last);
    else if (element === first.row.element) {
      if (countLines(next, element) === 1) this.add('widow', index + 1, first);
      else if (countLines(lines, element) === 1) this.add('orphan', index, last);
    }
    if (side === 'right' && last.row.line.endsWithHyphen) this.add('hyphen-at-foot', index, last);
  }

  /** The last page of a text ends where the text does, and may be shorter than the facing one. */
  checkFacing(index: number, left: PageRows, right: PageRows | undefined, lines: readonly BlockPlace[]): void {
    const last = lines.at(-1);
    if (right && last && heightOf(left) !== heightOf(right)) this.add('unequal-pages', index + 1, last);
  }

  checkMissing(index: number, page: PageRows): void {
    for (const place of page) {
      if (!hasLine(place)) continue;
      const text = [...(place.row.initials ?? []), place.row].map(({ line }) => missingIn(line)).join('');
      if (text !== '') this.add('missing-glyph', index, place, text);
    }
  }
}

/**
 * Finds what is wrong with the pages of one text.
 * @param start the side of the first page
 * @param hasMissing whether the text has characters that no font has
 */
export const listTextFindings = (
  pages: readonly PageRows[],
  { start, geometry, hasMissing }: { start: Side; geometry: Geometry; hasMissing: boolean },
): TextFinding[] => {
  const collector = new FindingCollector(geometry);
  const all = pages.map(blockLines);
  const last = pages.length - 1;
  pages.forEach((page, index) => {
    const [lines = [], next = []] = [all[index], all[index + 1]];
    const isRight = (index % 2 === 0) === (start === 'right');
    for (const place of lines) if (place.row.line.isRunt) collector.add('runt', index, place);
    if (hasMissing) collector.checkMissing(index, page);
    collector.checkBreak(index, lines, next, isRight ? 'right' : 'left');
    if (!isRight && index + 1 < last) collector.checkFacing(index, page, pages[index + 1], next);
  });
  const [only, ...others] = all[last] ?? [];
  if (last > 0 && only && others.length === 0) collector.add('short-end', last, only);
  return collector.findings;
};
