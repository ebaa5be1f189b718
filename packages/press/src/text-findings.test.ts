import { describe, expect, it } from '@jest/globals';
import { standardDesign } from './design.ts';
import { geometryOf } from './geometry.ts';
import type { TextElement, TextLine } from './page.ts';
import type { PageRows } from './paginate.ts';
import { listTextFindings } from './text-findings.ts';

const geometry = geometryOf(standardDesign);
const line = (more: Partial<TextLine> = {}): TextLine => ({ words: [], size: 11, width: 300, ...more });
const element = (block: number, role: TextElement['role'] = 'P'): TextElement => ({ role, block });
/** A page of rows that are one line high each. */
const page = (...rows: [TextElement, Partial<TextLine>?][]): PageRows =>
  rows.map(([owner, more], at) => ({ at, row: { height: 1, line: line(more), element: owner } }));
const times = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);

const kindsOf = (pages: PageRows[], start: 'left' | 'right' = 'right') =>
  listTextFindings(pages, { start, geometry, hasMissing: false }).map(({ kind, page: index }) => [kind, index]);
const [a, b, c] = [element(0), element(1), element(2)];
const end = page(...times(4, [c] as [TextElement]));

describe('the findings of pages', () => {
  it('are none where paragraphs are divided between lines, and facing pages have the same height', () => {
    expect(kindsOf([page([a], [a], [a]), page([a], [a], [b]), page([b], [b], [b]), end].map((rows) => rows))).toEqual([
      ['orphan', 1],
    ]);
    expect(kindsOf([page([a], [a], [a]), page([a], [a], [a]), page([b], [b], [b]), end])).toEqual([]);
  });

  it('are widows and orphans', () => {
    expect(kindsOf([page([a], [a], [a]), page([a], [b], [b]), end])).toEqual([['widow', 1]]);
    expect(kindsOf([page([a], [a], [b]), page([b], [b], [b]), end])).toEqual([['orphan', 0]]);
    expect(kindsOf([page([a], [a], [element(1, 'H2')]), page([b], [b], [b]), end])).toEqual([['orphan', 0]]);
  });

  it('are facing pages of different heights, except where the text ends', () => {
    const [full, short] = [page([a], [a], [a]), page([b], [b])];
    expect(kindsOf([full, full, short, end])).toEqual([['unequal-pages', 2]]);
    expect(kindsOf([full, short, full, end])).toEqual([['unequal-pages', 2]]);
    expect(kindsOf([full, short, full, end], 'left')).toEqual([['unequal-pages', 1]]);
    expect(kindsOf([full, full, short])).toEqual([]);
  });

  it('are words divided at the foot of a right-hand page', () => {
    const divided = page([a], [a], [a, { endsWithHyphen: true }]);
    const rest = page([a], [a], [a]);
    expect(kindsOf([divided, rest, end])).toEqual([['hyphen-at-foot', 0]]);
    expect(kindsOf([divided, rest, end], 'left')).toEqual([]);
  });

  it('are very short last lines, and a single line on the last page', () => {
    expect(kindsOf([page([a], [a], [a, { isRunt: true }])])).toEqual([['runt', 0]]);
    expect(kindsOf([page([a], [a]), page([b])])).toEqual([['short-end', 1]]);
  });

  it('have the place of the lines', () => {
    const [finding] = listTextFindings([page([a], [a, { isRunt: true }])], {
      start: 'right',
      geometry,
      hasMissing: false,
    });
    const y = geometry.firstBaseline - geometry.leading;
    expect(finding).toMatchObject({ top: y + 11 * 0.95, bottom: y - 11 * 0.3 });
  });
});
