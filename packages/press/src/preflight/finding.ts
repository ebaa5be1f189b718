import type { Design } from '../design.ts';
import type { Rect } from '../layout-finding.ts';
import type { Box } from '../verify/glyph-boxes.ts';

/** `error`: the shop refuses the file. `warning`: it may be refused, or looks bad. `note`: only for information. */
export type Severity = 'error' | 'warning' | 'note';

/** Where the author can remove the cause: a setting of the design, a piece of matter, a field of the book, a chapter. */
export interface FindingTarget {
  kind: 'design' | 'matter' | 'details' | 'cover' | 'chapter';
  id: string | null;
}

/** A change of design settings. */
export type DesignPatch = Partial<Pick<Design, 'margins' | 'size' | 'paper' | 'chapterStart'>>;

export interface Finding {
  /** The rule set and the rule: `kdp-print/page-size`. */
  ruleId: string;
  severity: Severity;
  /** Counts from 1; null for the whole file, or a file without pages. */
  page: number | null;
  rect: Rect | null;
  /** The measured value and the limit with their units. */
  measured: string | null;
  limit: string | null;
  reason: string;
  fix: { text: string; patch: DesignPatch | null; target: FindingTarget | null };
}

/** What a check has found; the rule is added by its caller. */
export type CheckResult = Omit<Finding, 'ruleId'>;

type Optional = Partial<Pick<CheckResult, 'page' | 'rect' | 'measured' | 'limit'>> & {
  patch?: DesignPatch | null;
  target?: FindingTarget | null;
};

/**
 * Describes what a check has found.
 * @param text how to remove the cause
 */
export const found = (
  severity: Severity,
  reason: string,
  text: string,
  { page = null, rect = null, measured = null, limit = null, patch = null, target = null }: Optional = {},
): CheckResult => ({ severity, page, rect, measured, limit, reason, fix: { text, patch, target } });

/** How to remove a cause that is not the author's. */
export const retryText = 'This is our fault, not yours. Make the file again, and tell us if it happens twice.';

/** A box from the foot of a page as a place from its top. */
export const rectOf = ([left, bottom, right, top]: Box, pageHeight: number): Rect => ({
  x: left,
  y: pageHeight - top,
  width: right - left,
  height: top - bottom,
});

const decimals = (value: number): string => String(Math.round(value * 1000) / 1000);
/** A length in points as inches. */
export const inInches = (points: number): string => `${decimals(points / 72)} in`;
export const inPoints = (points: number): string => `${Math.round(points * 100) / 100} pt`;

/** `1 page`, `2 pages`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
