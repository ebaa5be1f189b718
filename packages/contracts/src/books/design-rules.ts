import type { FieldError } from '../problem.ts';
import { type DesignSettings, standardMargins, type TrimSize, trimSizes } from './design.ts';
import { isbnDigits } from './isbn.ts';

/** The widest inside margin that a printer requires, for the longest books. */
const widestGutterIn = 0.875;
/** The smallest type area on which text can be laid out. */
const minTypeArea = { widthIn: 2, lines: 8 } as const;
/** What a running head or a page number needs: the distance to the edge, and the line with its distance to the text. */
const headSpace = { edgeIn: 0.25, edgeWithBleedIn: 0.375, lineIn: 0.25 } as const;
const pointsPerInch = 72;

/** The page of a design after trimming. */
export const trimSizeOf = ({ trim }: Pick<DesignSettings, 'trim'>): TrimSize =>
  typeof trim === 'string' ? trimSizes[trim] : trim;

export const marginsOf = ({ margins }: Pick<DesignSettings, 'margins'>): NonNullable<DesignSettings['margins']> =>
  margins ?? standardMargins;

/**
 * Combinations of settings with which a book cannot be laid out, although each setting alone is valid. Empty for a
 * design that can be saved.
 */
export const findDesignErrors = (settings: DesignSettings): FieldError[] => [
  ...typeAreaErrors(settings),
  ...headErrors(settings),
  ...isbnErrors(settings),
  ...partErrors(settings),
];

/**
 * The type area must be large enough for any page count: the inside margin grows with it, and it must still be possible
 * to lay out a book that has become longer.
 */
function typeAreaErrors(settings: DesignSettings): FieldError[] {
  const { widthIn, heightIn } = trimSizeOf(settings);
  const { insideIn, outsideIn, topIn, bottomIn } = marginsOf(settings);
  const width = widthIn - Math.max(insideIn, widestGutterIn) - outsideIn;
  const lines = ((heightIn - topIn - bottomIn) * pointsPerInch) / (settings.size * settings.leading);
  return [
    ...(width < minTypeArea.widthIn
      ? [{ path: 'margins', message: 'These margins leave no room for lines. Make them narrower, or the page wider.' }]
      : []),
    ...(lines < minTypeArea.lines
      ? [
          {
            path: 'margins',
            message: `These margins leave room for fewer than ${minTypeArea.lines} lines. Make them smaller, or the page taller.`,
          },
        ]
      : []),
  ];
}

/** Running heads and page numbers are printed in the margins. */
function headErrors(settings: DesignSettings): FieldError[] {
  const { heads, folio, bleed } = settings;
  const { topIn, bottomIn } = marginsOf(settings);
  const needed = (bleed ? headSpace.edgeWithBleedIn : headSpace.edgeIn) + headSpace.lineIn;
  const hasHead = heads !== 'none' || folio === 'head';
  return [
    ...(hasHead && topIn < needed
      ? [{ path: 'margins.topIn', message: `Running heads need a top margin of at least ${needed} in.` }]
      : []),
    ...(folio === 'foot' && bottomIn < needed
      ? [{ path: 'margins.bottomIn', message: `Page numbers at the foot need a margin of at least ${needed} in.` }]
      : []),
  ];
}

/** An ISBN identifies one format of a book. */
const isbnErrors = ({ isbnPrint, isbnEbook }: DesignSettings): FieldError[] =>
  isbnPrint !== '' && isbnDigits(isbnPrint) === isbnDigits(isbnEbook)
    ? [{ path: 'isbnEbook', message: 'The e-book needs an ISBN of its own.' }]
    : [];

function partErrors({ parts }: DesignSettings): FieldError[] {
  const seen = new Set<string>();
  return parts.flatMap(({ beforeChapterId }, index) => {
    const isRepeated = seen.has(beforeChapterId);
    seen.add(beforeChapterId);
    return isRepeated
      ? [{ path: `parts.${index}.beforeChapterId`, message: 'Another part already begins before this chapter.' }]
      : [];
  });
}
