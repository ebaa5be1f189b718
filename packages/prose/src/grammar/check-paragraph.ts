import type { Dialect, Finding } from './finding.ts';
import { type Look, wordRules } from './rules.ts';
import { speechOf, wordsOf } from './words.ts';

const looseMark = /(?<=[\p{L}\p{N}’”"')])[^\S\n]+([,;!?]|\.(?![.\d]))/gu;

/** Everything the rules say about one paragraph, in order; positions count from its beginning. Where two overlap, the graver one stays. */
export function checkParagraph(paragraph: string, dialect: Dialect): Finding[] {
  const words = wordsOf(paragraph);
  const isSpeech = speechOf(paragraph);
  const found = words.flatMap((word, at) => {
    const look: Look = { paragraph, words, at, word, next: words[at + 1], dialect, isSpeech };
    return wordRules.flatMap((rule) => rule(look) ?? []);
  });
  return withoutOverlaps([...found, ...looseMarks(paragraph)]);
}

function looseMarks(paragraph: string): Finding[] {
  return Array.from(paragraph.matchAll(looseMark), ({ 0: text, 1: mark = '', index }) => ({
    rule: 'space-before-mark',
    type: 'punctuation' as const,
    severity: 'medium' as const,
    text,
    suggestion: mark,
    position: { start: index, end: index + text.length },
    message: 'No space stands before this mark in English.',
  }));
}

const weight = { high: 0, medium: 1, low: 2 } as const;
const inOrder = (a: Finding, b: Finding): number =>
  a.position.start - b.position.start || weight[a.severity] - weight[b.severity];

/** Findings in the order of the text, none over another; of two that overlap the graver, else the first, stays. */
export function withoutOverlaps(findings: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  for (const finding of findings.toSorted(inOrder)) {
    const last = kept.at(-1);
    if (last === undefined || finding.position.start >= last.position.end) kept.push(finding);
    else if (weight[finding.severity] < weight[last.severity]) kept[kept.length - 1] = finding;
  }
  return kept;
}
