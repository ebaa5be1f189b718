import type { GrammarIssue } from '@inkbear/contracts/ai/style';

/** One finding of the checker. Positions are in UTF-16 units. */
export interface Lint {
  readonly kind: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** The checker's first suggestion; null when it has none. */
  readonly replacement: string | null;
}

const kinds: Readonly<Record<string, Pick<GrammarIssue, 'type' | 'severity'>>> = {
  Spelling: { type: 'spelling', severity: 'high' },
  Typo: { type: 'spelling', severity: 'high' },
  Punctuation: { type: 'punctuation', severity: 'medium' },
  Formatting: { type: 'punctuation', severity: 'low' },
  Enhancement: { type: 'style', severity: 'low' },
  Readability: { type: 'style', severity: 'low' },
  Redundancy: { type: 'style', severity: 'low' },
  Regionalism: { type: 'style', severity: 'low' },
  Style: { type: 'style', severity: 'low' },
};
const grammar = { type: 'grammar', severity: 'medium' } as const;

/**
 * Converts the checker's findings to issues, ordered by position. Findings without a replacement are dropped, because
 * the author could not apply them.
 */
export function toIssues(text: string, lints: readonly Lint[]): GrammarIssue[] {
  const issues = lints.flatMap(({ kind, message, start, end, replacement }): GrammarIssue[] => {
    if (replacement === null || end <= start) return [];
    return [
      {
        ...(kinds[kind] ?? grammar),
        text: text.slice(start, end),
        suggestion: replacement,
        position: { start, end },
        message: message.replaceAll(/`([^`]*)`/g, '“$1”'),
      },
    ];
  });
  return issues.toSorted((a, b) => a.position.start - b.position.start || a.position.end - b.position.end);
}
