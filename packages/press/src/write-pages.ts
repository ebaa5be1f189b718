import { deflateSync } from 'node:zlib';
import type { FaceName } from './fonts.ts';
import type { Geometry, Profile } from './geometry.ts';
import { writeLines } from './page-content.ts';
import type { TypesetText, TextElement, TextPage, TextPiece } from './page.ts';
import type { PageRows } from './paginate.ts';
import { type ElementLine, placeLines } from './place-lines.ts';

const groupByElement = (lines: readonly ElementLine[]): ElementLine[][] => {
  const groups: ElementLine[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    if (group?.[0]?.element === line.element) group.push(line);
    else groups.push([line]);
  }
  return groups;
};

const writeForPrint = (lines: readonly ElementLine[]): TextPage => {
  const { content, faces } = writeLines(lines, false);
  return { kind: 'stream', faces, deflated: deflateSync(Buffer.from(content, 'latin1')) };
};

const writeForScreen = (lines: readonly ElementLine[], elements: TextElement[]): TextPage => {
  const used = new Set<FaceName>();
  const pieces = groupByElement(lines).map((group): TextPiece => {
    const [{ element, top }] = group as [ElementLine];
    if (elements.at(-1) !== element) elements.push(element);
    const { content, faces } = writeLines(group, true);
    for (const face of faces) used.add(face);
    return { element: elements.length - 1, content, top, bottom: group.at(-1)?.bottom ?? top };
  });
  return { kind: 'pieces', faces: [...used], pieces };
};

/** Writes laid-out pages as content streams, after which their lines are no longer needed. */
export const writePages = (
  pages: readonly PageRows[],
  geometry: Geometry,
  profile: Profile,
): Pick<TypesetText, 'pages' | 'elements'> => {
  const elements: TextElement[] = [];
  const placed = placeLines(pages, geometry);
  return {
    pages: placed.map((lines) => (profile === 'print' ? writeForPrint(lines) : writeForScreen(lines, elements))),
    elements,
  };
};
