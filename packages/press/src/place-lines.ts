import { ascent, descent, type Geometry } from './geometry.ts';
import type { PlacedLine, TextElement } from './page.ts';
import type { PageRows } from './paginate.ts';

/** A line with the element and the space to which it belongs. */
export interface ElementLine extends PlacedLine {
  element: TextElement;
  top: number;
  bottom: number;
}

const plainElement: TextElement = { role: 'P' };

/** Places the lines of all pages. A line continues if the next line, even on the next page, is of the same element. */
export const placeLines = (pages: readonly PageRows[], geometry: Geometry): ElementLine[][] => {
  let previous: ElementLine | undefined;
  return pages.map((rows) =>
    rows.flatMap(({ row, at }) => {
      if (!row.line) return [];
      const baseline = at + (row.baseline ?? 0);
      const element = row.element ?? plainElement;
      const lines = [...(row.initials ?? []), { line: row.line, baseline: 0 }];
      return lines.map(({ line, baseline: below }): ElementLine => {
        const y = geometry.firstBaseline - (baseline + below) * geometry.leading;
        if (previous?.element === element) previous.continues = true;
        const [top, bottom] = [y + line.size * ascent, y - line.size * descent];
        previous = { x: 0, y, line, continues: false, element, top, bottom };
        return previous;
      });
    }),
  );
};
