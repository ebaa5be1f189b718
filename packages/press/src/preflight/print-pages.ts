import { insideMarginFor, kdpPrint } from '../kdp-print.ts';
import type { Box } from '../verify/glyph-boxes.ts';
import { joinBoxes } from '../verify/pdf-page.ts';
import type { Design } from '../design.ts';
import {
  type CheckResult,
  counted,
  type DesignPatch,
  found,
  inInches,
  inPoints,
  rectOf,
  retryText,
} from './finding.ts';
import { inksOf, isBlank, isRightHand, type PrintInput, trimOf } from './print-input.ts';
import type { Checks } from './rule-sets.ts';
import { listTargets } from './targets.ts';

const { values } = kdpPrint;
const tolerance = 0.01;

type Edge = 'inside' | 'outside' | 'top' | 'bottom';
const edgeNames: Record<Edge, string> = {
  inside: 'the spine',
  outside: 'the outer edge',
  top: 'the top edge',
  bottom: 'the bottom edge',
};

/** The distance of a shape to an edge of the trimmed area. */
const distanceTo = (edge: Edge, [left, bottom, right, top]: Box, trim: Box, isRight: boolean): number => {
  if (edge === 'top') return trim[3] - top;
  if (edge === 'bottom') return bottom - trim[1];
  return (edge === 'inside') === isRight ? left - trim[0] : trim[2] - right;
};

/**
 * The fix widens the margin by a point more than is missing: lines end elsewhere then, and a letter such as f reaches
 * beyond the end of its line by up to a point.
 */
const overhang = 1;

/** The margin grows by what is missing, rounded up to a hundredth of an inch. */
const widerMargin = ({ margins }: Design, edge: Edge, missing: number): DesignPatch => {
  const key = `${edge}In` as const;
  return { margins: { ...margins, [key]: Math.ceil((margins[key] + (missing + overhang) / 72) * 100 - 1e-6) / 100 } };
};

const checkMargin = ({ contents, design }: PrintInput, edges: readonly Edge[], limit: number): CheckResult[] =>
  contents.pages.flatMap((page, index) => {
    const trim = trimOf(design, index);
    return edges.flatMap((edge): CheckResult[] => {
      let [minDistance, place]: [number, Box | undefined] = [limit, undefined];
      for (const ink of inksOf(page)) {
        const distance = distanceTo(edge, ink, trim, isRightHand(index));
        if (distance >= limit - tolerance) continue;
        minDistance = Math.min(minDistance, distance);
        place = joinBoxes(place, ink);
      }
      if (!place) return [];
      return [
        found(
          'error',
          `Something is printed too close to ${edgeNames[edge]}.`,
          `Make the margin at ${edgeNames[edge]} wider.`,
          {
            page: index + 1,
            rect: rectOf(place, page.height),
            measured: inInches(minDistance),
            limit: `at least ${inInches(limit)}`,
            patch: widerMargin(design, edge, limit - minDistance),
            target: { kind: 'design', id: 'margins' },
          },
        ),
      ];
    });
  });

const checkInsideMargin = (input: PrintInput): CheckResult[] =>
  checkMargin(input, ['inside'], insideMarginFor(input.contents.pages.length) * 72);

const checkOuterMargins = (input: PrintInput): CheckResult[] => {
  const { withBleed, withoutBleed } = values.otherMarginIn;
  return checkMargin(input, ['outside', 'top', 'bottom'], (input.design.bleed ? withBleed : withoutBleed) * 72);
};

const checkGrey = ({ contents }: PrintInput): CheckResult[] =>
  contents.pages.flatMap((page, index): CheckResult[] => {
    const coloured = [...page.colours].map(([colour, box]) =>
      found('error', 'Something on this page is in colour, but the book is printed in black.', retryText, {
        page: index + 1,
        rect: box ? rectOf(box, page.height) : null,
        measured: colour,
        limit: 'black or grey',
      }),
    );
    const pictures = page.pictures.map((box) =>
      found('error', 'This page has a picture, whose colours and sharpness we cannot check.', retryText, {
        page: index + 1,
        rect: rectOf(box, page.height),
      }),
    );
    return [...coloured, ...pictures];
  });

const checkLineWidth = ({ contents }: PrintInput): CheckResult[] =>
  contents.pages.flatMap((page, index) =>
    page.paths.flatMap(({ ink, lineWidth }) =>
      lineWidth === undefined || lineWidth >= values.minLinePt - tolerance
        ? []
        : [
            found('error', 'A line on this page is so thin that it may not print.', retryText, {
              page: index + 1,
              rect: rectOf(ink, page.height),
              measured: inPoints(lineWidth),
              limit: `at least ${values.minLinePt} pt`,
            }),
          ],
    ),
  );

const sizeLimits = { min: 9, max: 14 };

/** The smallest text is a fixed share of the size of the design, so the size grows by the missing factor. */
const largerSize = ({ size }: Design, measured: number): DesignPatch | null => {
  const wanted = Math.ceil(((size * values.minTextPt) / measured) * 2) / 2;
  return wanted > size && wanted <= sizeLimits.max ? { size: Math.max(sizeLimits.min, wanted) } : null;
};

const checkTextSize = ({ contents, design }: PrintInput): CheckResult[] =>
  contents.pages.flatMap((page, index) => {
    const small = page.texts.filter(({ size, ink }) => ink && size < values.minTextPt - tolerance);
    const place = small.reduce<Box | undefined>((box, { ink }) => joinBoxes(box, ink), undefined);
    if (!place) return [];
    const measured = Math.min(...small.map(({ size }) => size));
    return [
      found('error', 'Some text on this page is too small to print well.', 'Choose a larger font size.', {
        page: index + 1,
        rect: rectOf(place, page.height),
        measured: inPoints(measured),
        limit: `at least ${values.minTextPt} pt`,
        patch: largerSize(design, measured),
        target: { kind: 'design', id: 'size' },
      }),
    ];
  });

const checkBlankPages = ({ contents: { pages }, design }: PrintInput): CheckResult[] => {
  const findings: CheckResult[] = [];
  for (let from = 0; from < pages.length; from += 1) {
    let to = from;
    while (pages[to] && isBlank(pages[to] as (typeof pages)[number])) to += 1;
    const maxBlank = to === pages.length ? values.blankPages.atEnd : values.blankPages.inside;
    if (to - from > maxBlank)
      findings.push(
        found('error', 'Too many blank pages follow each other.', 'Let chapters start on the next page.', {
          page: from + 1,
          measured: counted(to - from, 'blank page'),
          limit: `at most ${maxBlank}`,
          patch: design.chapterStart === 'right' ? { chapterStart: 'next' } : null,
          target: { kind: 'design', id: 'chapterStart' },
        }),
      );
    from = Math.max(from, to - 1);
  }
  return findings;
};

/** Characters that no font has are drawn as boxes; nothing else in a book is drawn with lines. */
const checkMissingGlyphs = ({
  contents,
  missingCharacters,
  findings,
  manuscript,
  design,
}: PrintInput): CheckResult[] => {
  const targets = listTargets(manuscript, design);
  return contents.pages.flatMap((page, index) => {
    const boxes = [
      ...page.paths.flatMap(({ ink, lineWidth }) => (lineWidth === undefined ? [] : [ink])),
      ...page.texts.flatMap(({ ink, hasMissing }) => (hasMissing && ink ? [ink] : [])),
    ];
    const [first] = boxes;
    if (!first) return [];
    const known = findings.find(({ kind, page: at }) => kind === 'missing-glyph' && at === index + 1);
    const characters = known?.text ?? missingCharacters.join('');
    return [
      found(
        'error',
        `Your font does not have the characters ${characters}, so they are printed as boxes.`,
        'Replace these characters, or choose another font.',
        {
          page: index + 1,
          rect: rectOf(first, page.height),
          measured: counted(boxes.length, 'drawn character'),
          limit: 'none',
          target: targets[known?.section ?? -1] ?? { kind: 'design', id: 'face' },
        },
      ),
    ];
  });
};

/** The checks of what is printed on the pages. */
export const pageChecks: Checks<PrintInput> = {
  grey: checkGrey,
  'inside-margin': checkInsideMargin,
  'outer-margins': checkOuterMargins,
  'line-width': checkLineWidth,
  'text-size': checkTextSize,
  'blank-pages': checkBlankPages,
  'missing-glyphs': checkMissingGlyphs,
};
