import type { Dialect, Finding } from './finding.ts';
import { type RuleContext, wordRules } from './rules.ts';
import { createSpeechTest, wordsOf } from './words.ts';

const spacedMark = /(?<=[\p{L}\p{N}’”"')])[^\S\n]+([,;!?]|\.(?![.\d]))/gu;

/** All findings of the rules in one paragraph, in order, without overlaps. Positions are relative to the paragraph. */
export function checkParagraph(paragraph: string, dialect: Dialect): Finding[] {
  const words = wordsOf(paragraph);
  const isSpeech = createSpeechTest(paragraph);
  const wordFindings = words.flatMap((word, at) => {
    const context: RuleContext = { paragraph, words, at, word, next: words[at + 1], dialect, isSpeech };
    return wordRules.flatMap((rule) => rule(context) ?? []);
  });
  return withoutOverlaps([...wordFindings, ...findSpacedMarks(paragraph)]);
}

/** Finds punctuation marks with a space before them. */
function findSpacedMarks(paragraph: string): Finding[] {
  return Array.from(paragraph.matchAll(spacedMark), ({ 0: text, 1: mark = '', index }) => ({
    rule: 'space-before-mark',
    type: 'punctuation' as const,
    severity: 'medium' as const,
    text,
    suggestion: mark,
    position: { start: index, end: index + text.length },
    message: 'In English there is no space before this mark.',
  }));
}

const severityRank = { high: 0, medium: 1, low: 2 } as const;
const inOrder = (a: Finding, b: Finding): number =>
  a.position.start - b.position.start || severityRank[a.severity] - severityRank[b.severity];

/** Sorts findings and removes overlaps: of two findings the more severe one remains, otherwise the first. */
export function withoutOverlaps(findings: readonly Finding[]): Finding[] {
  const remaining: Finding[] = [];
  for (const finding of findings.toSorted(inOrder)) {
    const last = remaining.at(-1);
    if (last === undefined || finding.position.start >= last.position.end) remaining.push(finding);
    else if (severityRank[finding.severity] < severityRank[last.severity]) remaining[remaining.length - 1] = finding;
  }
  return remaining;
}
