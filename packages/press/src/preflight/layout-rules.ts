import { proposeTypography } from '@inkbear/prose/typography/propose-typography';
import type { Design } from '../design.ts';
import type { LayoutFinding, LayoutFindingKind } from '../layout-finding.ts';
import { cleanLine, type Manuscript, titleOf } from '../manuscript.ts';
import { counted, type Finding, type FindingTarget, found, type Severity } from './finding.ts';
import { listTargets } from './targets.ts';

interface Description {
  severity: Severity;
  reason: string;
  fix: string;
}

const changeText = 'Change the text nearby slightly, or choose another font size or margin.';

/** What authors read about each finding. `‹text›` stands for the text concerned. */
const descriptions: Readonly<Record<LayoutFindingKind, Description>> = {
  widow: {
    severity: 'warning',
    reason: 'The last line of a paragraph stands alone at the top of this page.',
    fix: changeText,
  },
  orphan: {
    severity: 'warning',
    reason: 'A heading or the first line of a paragraph stands alone at the foot of this page.',
    fix: changeText,
  },
  'unequal-pages': {
    severity: 'note',
    reason: 'This page and the facing one end at different heights.',
    fix: changeText,
  },
  'hyphen-at-foot': {
    severity: 'note',
    reason: 'A word is divided at the foot of this right-hand page.',
    fix: changeText,
  },
  'short-end': {
    severity: 'note',
    reason: 'The last page of this chapter has a single line.',
    fix: 'Shorten the end of the chapter by a few words, or add some.',
  },
  runt: {
    severity: 'note',
    reason: 'A paragraph ends with a very short line.',
    fix: 'Add or remove a word or two in the paragraph.',
  },
  'cut-head': {
    severity: 'warning',
    reason: '“‹text›” is too long for a running head and was cut.',
    fix: 'Set a short title for the running heads, or shorten the title of the chapter.',
  },
  'missing-glyph': {
    severity: 'error',
    reason: 'Your font does not have the characters ‹text›, so they are shown as boxes.',
    fix: 'Replace these characters, or choose another font.',
  },
  'not-hyphenated': {
    severity: 'note',
    reason: 'We have no rules for dividing words in the language of your book, so the gaps in its lines are wider.',
    fix: 'Check the language in the details of your book.',
  },
};

/** Findings that only facing pages of print have. */
const onlyPrint: ReadonlySet<LayoutFindingKind> = new Set(['unequal-pages', 'hyphen-at-foot']);

/** The place of a finding that is not the text of its section. */
const ownTarget = (
  { kind, text }: LayoutFinding,
  manuscript: Manuscript,
  design: Design,
): FindingTarget | undefined => {
  if (kind === 'not-hyphenated') return { kind: 'details', id: 'language' };
  const isTitle = text === (cleanLine(design.shortTitle) || titleOf(manuscript));
  return kind === 'cut-head' && isTitle ? { kind: 'design', id: 'shortTitle' } : undefined;
};

/** What is wrong with the pages as they were laid out. A print file has its own check for missing characters. */
export const listLayoutFindings = (
  findings: readonly LayoutFinding[],
  { manuscript, design, profile }: { manuscript: Manuscript; design: Design; profile: string },
): Finding[] => {
  const targets = listTargets(manuscript, design);
  return findings.flatMap((finding): Finding[] => {
    const isPrint = profile === 'print';
    if (isPrint ? finding.kind === 'missing-glyph' : onlyPrint.has(finding.kind)) return [];
    const { severity, reason, fix } = descriptions[finding.kind];
    const { page, rect, text, section } = finding;
    const target = ownTarget(finding, manuscript, design) ?? targets[section ?? -1] ?? null;
    const described = found(
      severity,
      reason.replace('‹text›', () => text),
      fix,
      { page, rect, target },
    );
    return [{ ruleId: `layout/${finding.kind}`, ...described }];
  });
};

/** Straight quotation marks, which a typesetter would replace; one finding for each chapter. */
export const listStraightQuotes = (manuscript: Manuscript): Finding[] =>
  manuscript.chapters.flatMap(({ id, title, text }): Finding[] => {
    if (!/["']/.test(text)) return [];
    const marks = proposeTypography(text, manuscript.language).filter(({ kind }) => kind === 'quotation-mark').length;
    if (marks === 0) return [];
    const name = title === '' ? 'A chapter' : `The chapter “${title}”`;
    return [
      {
        ruleId: 'text/straight-quotes',
        ...found(
          'note',
          `${name} has straight quotation marks, like those of a typewriter.`,
          'Look at the proposals for typography in this chapter.',
          { measured: counted(marks, 'mark'), target: { kind: 'chapter', id: id ?? null } },
        ),
      },
    ];
  });
