import { z } from 'zod';
import { designSettings } from '../books/design.ts';
import { isoTime } from '../fields.ts';

/** The rules that a finished file is checked against: the shop's for print and e-books, and those of the EPUB format. */
export const ruleSetIds = ['kdp-print', 'kdp-ebook', 'epub'] as const;

/** The report lists at most this many findings; `counts` has the numbers of all of them. */
export const findingsMax = 500;

type Settings = typeof designSettings.shape;
type Patched = { [Key in keyof Settings]: z.ZodOptional<ReturnType<Settings[Key]['removeDefault']>> };

/** A change of design settings that removes the cause of a finding. The author sees it before it is applied. */
export const designPatch = z.strictObject(
  // With their defaults, the settings that a patch does not name would be reset.
  Object.fromEntries(
    Object.entries(designSettings.shape).map(([key, setting]) => [key, setting.removeDefault().optional()]),
  ) as Patched,
);
export type DesignPatch = z.infer<typeof designPatch>;

/** A problem that the check of a finished file has found. */
export const finding = z.object({
  /** The rule, such as `kdp-print/trim-size`. */
  ruleId: z.string(),
  /** The shop refuses files with errors. A warning may be refused, or looks bad; a note is only for information. */
  severity: z.enum(['error', 'warning', 'note']),
  /** Counts from 1; null when the finding concerns the whole file, or a file without pages. */
  page: z.int().min(1).nullable(),
  /** The place on the page, in points from its top left corner. */
  rect: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable(),
  /** The measured value and the limit with their units, for people; null where a rule has none. */
  measured: z.string().nullable(),
  limit: z.string().nullable(),
  reason: z.string(),
  /** How to remove the cause: in words, by a change of the design, or at the place that `target` names. */
  fix: z.object({
    text: z.string(),
    patch: designPatch.nullable(),
    target: z
      .object({ kind: z.enum(['design', 'matter', 'details', 'cover', 'chapter']), id: z.string().nullable() })
      .nullable(),
  }),
});
export type Finding = z.infer<typeof finding>;

/** The report on one finished file, stored with it. */
export const preflightReport = z.object({
  /** The checksum of the file that was checked, in hexadecimal. */
  sha256: z.string(),
  checkedAt: isoTime,
  ruleSets: z
    .array(
      z.object({
        id: z.enum(ruleSetIds),
        /** How many rules were checked. */
        rules: z.int(),
        /** The day on which the rules were last compared with the shop's. */
        comparedOn: z.iso.date(),
        /** `live`: with the shop's own check of an uploaded file. */
        comparedWith: z.enum(['guides', 'live']),
        url: z.string(),
      }),
    )
    .max(ruleSetIds.length),
  counts: z.object({ errors: z.int(), warnings: z.int(), notes: z.int() }),
  /** Errors first, then by page. */
  findings: z.array(finding).max(findingsMax),
});
export type PreflightReport = z.infer<typeof preflightReport>;

/** How the paragraphs of a file differ from those of the edition; a file with differences is never offered. */
export const textComparison = z.object({
  paragraphs: z.int(),
  missing: z.int(),
  extra: z.int(),
  moved: z.int(),
});
