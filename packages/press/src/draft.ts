import type { Geometry } from './geometry.ts';
import type { Page, PageLink, Points, TextLine } from './page.ts';
import type { PageRows } from './paginate.ts';
import type { LayoutContext } from './lay-out-paragraph.ts';
import { layOutSingleLine } from './lay-out-text.ts';

/** A page whose left margin is not known yet: each `x` is relative to the left edge of the text. */
export interface DraftPage {
  rows: PageRows;
  /** The printed page number: '' (none), 'iv', '12'. */
  label: string;
  /** The title above the text; '' for none. */
  runningHead: string;
  /** Whether `label` is printed below the text. */
  hasPageNumber: boolean;
  /** For each row the page to which it links, if any. */
  targets: readonly (number | undefined)[];
}

export const draftPage = (rows: PageRows, more: Partial<DraftPage> = {}): DraftPage => ({
  rows,
  label: '',
  runningHead: '',
  hasPageNumber: false,
  targets: [],
  ...more,
});

/** Puts a page's lines, running head and page number in their final places. */
export const placePage = (
  draft: DraftPage,
  geometry: Geometry,
  left: Points,
  context: LayoutContext,
  withLinks: boolean,
): Page => {
  const page: Page = { lines: [], links: [], label: draft.label };
  const place = (line: TextLine | undefined, y: Points): void => {
    if (line) page.lines.push({ x: left, y, line });
  };
  const style = { measure: geometry.measure, align: 'center' as const };
  if (draft.runningHead !== '')
    place(layOutSingleLine(draft.runningHead, { ...style, size: 9.2 }, context, 'italic'), geometry.headBaseline);
  draft.rows.forEach(({ row, at }, index) => {
    const y = geometry.firstBaseline - (at + (row.baseline ?? 0)) * geometry.leading;
    place(row.line, y);
    const target = draft.targets[index];
    if (withLinks && target !== undefined) page.links.push(linkOf(left, y, geometry, target));
  });
  if (draft.hasPageNumber)
    place(layOutSingleLine(draft.label, { ...style, size: 9.5 }, context), geometry.footBaseline);
  return page;
};

const linkOf = (x: Points, y: Points, geometry: Geometry, target: number): PageLink => ({
  x,
  y: y - 4,
  width: geometry.measure,
  height: geometry.leading,
  target,
});
