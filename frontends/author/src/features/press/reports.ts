import type { Edition, EditionFile, FileProfile, FileProgress } from '@inkbear/contracts/export/edition';
import type { Finding, PreflightReport } from '@inkbear/contracts/export/preflight';
import { counted } from '@inkbear/web-kit/counted.ts';
import { clockTime, dayAndMonth, longDate } from '@inkbear/web-kit/format.ts';

/** The formats in the order in which they are listed. */
export const profileNames: Readonly<Record<FileProfile, string>> = {
  print: 'Print PDF',
  screen: 'Screen PDF',
  epub: 'EPUB',
  manuscript: 'Manuscript DOCX',
  designed: 'Designed DOCX',
  markdown: 'Markdown',
};

const ruleSetNames = { 'kdp-print': 'KDP print', 'kdp-ebook': 'KDP e-book', epub: 'EPUB' } as const;

/** “14:02” today, otherwise “14:02 on 3 May”. */
export function timeOfDay(time: string, now: number): string {
  const then = new Date(time);
  const clock = clockTime(then);
  if (then.toDateString() === new Date(now).toDateString()) return clock;
  return `${clock} on ${dayAndMonth(then)}`;
}

const joined = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Errors and warnings are problems; notes are only for information. */
const countProblems = ({ counts }: PreflightReport): string => {
  const problems = counts.errors + counts.warnings;
  return problems === 0 ? 'no problems found' : counted(problems, 'problem');
};

/**
 * What was checked, when the rules were last compared with the shop's, and the result. It never claims that the shop
 * will accept the file.
 */
export function describeReport(report: PreflightReport): string {
  const { ruleSets } = report;
  if (ruleSets.length === 0) return `Checked: ${countProblems(report)}.`;
  const rules = ruleSets.map((set) => `${counted(set.rules, 'rule')} of ${ruleSetNames[set.id]}`);
  const oldest = ruleSets.map(({ comparedOn }) => comparedOn).sort()[0] ?? '';
  const isLive = ruleSets.every(({ comparedWith }) => comparedWith === 'live');
  const source = isLive ? 'the shop’s own check' : 'guides';
  return `Checked against ${joined(rules)}, last compared with ${source} on ${longDate(oldest, 'UTC')}: ${countProblems(report)}.`;
}

const dayMs = 86_400_000;
const oldAfterDays = 180;

/** A warning when the last comparison of the rules with the shop's was more than 180 days ago; null otherwise. */
export function describeAge({ ruleSets }: PreflightReport, now: number): string | null {
  const oldest = Math.min(...ruleSets.map(({ comparedOn }) => Date.parse(comparedOn)));
  const days = Math.floor((now - oldest) / dayMs);
  return Number.isFinite(days) && days > oldAfterDays
    ? `That was ${days} days ago, so the shop may have changed its rules since.`
    : null;
}

const steps: Readonly<Record<FileProgress['step'], string>> = {
  set: 'Laying out pages',
  write: 'Writing the file',
  check: 'Checking the file',
  compare: 'Comparing it with your text',
};

/** What is happening to a file. */
export function describeFile({ state, progress, error }: EditionFile): string {
  switch (state) {
    case 'waiting':
      return 'Waiting for its turn';
    case 'running':
    case 'checking':
      return progress ? describeProgress(progress) : 'Starting';
    case 'ready':
      return 'Ready';
    case 'failed':
      return error?.message ?? 'This file could not be made.';
    case 'cancelled':
      return 'Cancelled';
  }
}

const describeProgress = ({ step, done, of: total }: FileProgress): string =>
  step === 'set' && total > 1 ? `Setting chapter ${Math.min(done + 1, total)} of ${total}` : steps[step];

interface Present {
  readonly chapters: readonly { readonly id: string; readonly rev: number }[];
  readonly designRev: number;
  readonly matterRev: number;
}

/** “3 chapters and the design have changed since.”; null when the book has not changed since. */
export function describeChanges({ revisions }: Pick<Edition, 'revisions'>, present: Present): string | null {
  const frozen = new Map(revisions.chapters.map(({ id, rev }) => [id, rev]));
  const changed = present.chapters.filter(({ id, rev }) => frozen.get(id) !== rev).length;
  const removed = revisions.chapters.filter(({ id }) => !present.chapters.some((chapter) => chapter.id === id)).length;
  const count = changed + removed;
  const parts = [
    ...(count > 0 ? [counted(count, 'chapter')] : []),
    ...(revisions.design === present.designRev ? [] : ['the design']),
    ...(revisions.matter === present.matterRev ? [] : ['the front and back matter']),
  ];
  if (parts.length === 0) return null;
  const text = `${joined(parts)} ${parts.length === 1 && count <= 1 ? 'has' : 'have'} changed since.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const severities = { error: 0, warning: 1, note: 2 } as const;
export const severityNames: Readonly<Record<Finding['severity'], string>> = {
  error: 'Error',
  warning: 'Warning',
  note: 'Note',
};

/** A finding with the files in which it was found, at least one. */
export interface FileFinding {
  readonly profiles: readonly FileProfile[];
  readonly finding: Finding;
}

/**
 * The findings of an edition's files: errors first, then by page. A finding that several files have, such as a short
 * last line on the same page of the print and the screen PDF, is listed once.
 */
export function listFindings({ files }: Pick<Edition, 'files'>): FileFinding[] {
  const byContent = new Map<string, { profiles: FileProfile[]; finding: Finding }>();
  for (const { profile, preflight } of files) {
    /** Occurrences of equal findings in this file: the n-th is merged only with the n-th of other files. */
    const counts = new Map<string, number>();
    for (const finding of preflight?.findings ?? []) {
      const { ruleId, page, reason, measured, fix } = finding;
      const content = JSON.stringify([ruleId, page, reason, measured, fix.target]);
      const count = (counts.get(content) ?? 0) + 1;
      counts.set(content, count);
      const known = byContent.get(`${count} ${content}`);
      if (known) known.profiles.push(profile);
      else byContent.set(`${count} ${content}`, { profiles: [profile], finding });
    }
  }
  const rank = ({ finding }: FileFinding) => severities[finding.severity];
  return [...byContent.values()].sort((a, b) => rank(a) - rank(b) || (a.finding.page ?? 0) - (b.finding.page ?? 0));
}

/** “Print PDF and Screen PDF”. */
export const describeProfiles = (profiles: readonly FileProfile[]): string =>
  joined(profiles.map((profile) => profileNames[profile]));
