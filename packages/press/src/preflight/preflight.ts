import type { Design } from '../design.ts';
import type { LayoutFinding } from '../layout-finding.ts';
import type { Manuscript } from '../manuscript.ts';
import { readPdfContents } from '../verify/read-pdf.ts';
import { readEpubContents } from './epub-contents.ts';
import { navigationChecks } from './epub-navigation.ts';
import { type EpubInput, packageChecks } from './epub-package.ts';
import type { Finding, Severity } from './finding.ts';
import { kdpEbookChecks } from './kdp-ebook.ts';
import { listLayoutFindings, listStraightQuotes } from './layout-rules.ts';
import { fileChecks } from './print-file.ts';
import { pageChecks } from './print-pages.ts';
import { textChecks } from './print-texts.ts';
import { type CheckedRuleSet, checkRules } from './rule-sets.ts';

export interface PreflightInput {
  profile: 'print' | 'screen' | 'epub' | 'manuscript' | 'designed' | 'markdown';
  file: Uint8Array;
  manuscript: Manuscript;
  design: Design;
  /** What `typeset` has returned besides the file; the defaults are those of formats without pages. */
  pages?: number;
  missingCharacters?: readonly string[];
  fonts?: readonly { name: string; glyphs: number }[];
  findings?: readonly LayoutFinding[];
  /** What its caller has found in the texts; default nothing. */
  textFindings?: readonly Finding[];
  /** Whether the e-book must have a cover; default no. */
  hasCover?: boolean;
}

/** The report on a file, without what its caller knows: its checksum and the time. */
export interface PreflightResult {
  ruleSets: CheckedRuleSet[];
  /** Of all findings, also of those that are not listed. */
  counts: { errors: number; warnings: number; notes: number };
  /** Errors first, then by page; at most 500. */
  findings: Finding[];
}

const maxFindings = 500;
const severityOrder: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/** What concerns the whole file stands before what concerns a page. */
const compareFindings = (a: Finding, b: Finding): number =>
  severityOrder[a.severity] - severityOrder[b.severity] || (a.page ?? 0) - (b.page ?? 0);

type Checked = ReturnType<typeof checkRules>;

const checkPrint = async ({ file, manuscript, design, ...typeset }: PreflightInput): Promise<Checked[]> => {
  const { pages = 0, missingCharacters = [], fonts = [], findings = [] } = typeset;
  const contents = await readPdfContents(file);
  const checks = { ...fileChecks, ...pageChecks, ...textChecks };
  const input = { contents, bytes: file.length, manuscript, design, pages, missingCharacters, fonts, findings };
  return [checkRules('kdp-print', checks, input)];
};

const checkEpub = ({ file, hasCover = false }: PreflightInput): Checked[] => {
  const input: EpubInput = { contents: readEpubContents(file), hasCover };
  return [
    checkRules('epub', { ...packageChecks, ...navigationChecks }, input),
    checkRules('kdp-ebook', kdpEbookChecks, input),
  ];
};

const checkFile = (input: PreflightInput): Promise<Checked[]> | Checked[] => {
  if (input.profile === 'print') return checkPrint(input);
  return input.profile === 'epub' ? checkEpub(input) : [];
};

/**
 * Checks a finished file against the rules of its shop and format, and its text and layout.
 * @throws the error of the reader for a file that cannot be opened
 */
export const preflight = async (input: PreflightInput): Promise<PreflightResult> => {
  const checked = await checkFile(input);
  const all = [
    ...checked.flatMap(({ findings }) => findings),
    ...listLayoutFindings(input.findings ?? [], input),
    ...listStraightQuotes(input.manuscript),
    ...(input.textFindings ?? []),
  ].sort(compareFindings);
  const countOf = (severity: Severity): number => all.filter((each) => each.severity === severity).length;
  return {
    ruleSets: checked.map(({ ruleSet }) => ruleSet),
    counts: { errors: countOf('error'), warnings: countOf('warning'), notes: countOf('note') },
    findings: all.slice(0, maxFindings),
  };
};
