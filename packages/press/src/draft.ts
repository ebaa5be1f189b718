import type { Geometry } from './geometry.ts';
import type { Page, PageLink, Points, SetLine } from './page.ts';
import type { PageRows } from './paginate.ts';
import type { Setting } from './set-paragraph.ts';
import { setSingleLine } from './set-text.ts';

/** A page whose left margin is not known yet: `x` counts from the edge of the text. */
export interface DraftPage {
  rows: PageRows;
  label: string;
  head: string;
  folio: boolean;
  targets: readonly (number | undefined)[];
}

export const draftPage = (rows: PageRows, more: Partial<DraftPage> = {}): DraftPage => ({
  rows,
  label: '',
  head: '',
  folio: false,
  targets: [],
  ...more,
});

/** Puts a page's lines, running head and page number in their final places. */
export const placePage = (
  draft: DraftPage,
  geometry: Geometry,
  left: Points,
  setting: Setting,
  withLinks: boolean,
): Page => {
  const page: Page = { lines: [], links: [], label: draft.label };
  const put = (line: SetLine | undefined, y: Points): void => {
    if (line) page.lines.push({ x: left, y, line });
  };
  const style = { measure: geometry.measure, align: 'center' as const };
  if (draft.head !== '')
    put(setSingleLine(draft.head, { ...style, size: 9.2 }, setting, 'italic'), geometry.headBaseline);
  draft.rows.forEach(({ row, at }, index) => {
    const y = geometry.firstBaseline - (at + (row.baseline ?? 0)) * geometry.leading;
    put(row.line, y);
    const target = draft.targets[index];
    if (withLinks && target !== undefined) page.links.push(linkOf(left, y, geometry, target));
  });
  if (draft.folio) put(setSingleLine(draft.label, { ...style, size: 9.5 }, setting), geometry.footBaseline);
  return page;
};

const linkOf = (x: Points, y: Points, geometry: Geometry, target: number): PageLink => ({
  x,
  y: y - 4,
  width: geometry.measure,
  height: geometry.leading,
  target,
});
