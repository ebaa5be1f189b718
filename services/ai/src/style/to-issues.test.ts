import { describe, expect, it } from '@jest/globals';
import { toIssues } from './to-issues.ts';

const lint = (kind: string, start: number, end: number, replacement: string | null = 'x') => ({
  kind,
  message: 'Use `have` rather than `of` here.',
  start,
  end,
  replacement,
});

describe('toIssues', () => {
  it('returns the text, the suggestion and the message of a finding', () => {
    expect(toIssues('It was teh book', [lint('Typo', 7, 10, 'the')])).toEqual([
      {
        type: 'spelling',
        severity: 'high',
        text: 'teh',
        suggestion: 'the',
        position: { start: 7, end: 10 },
        message: 'Use “have” rather than “of” here.',
      },
    ]);
  });

  it('maps kind and severity, with a default for unknown kinds', () => {
    const of = (kind: string) =>
      toIssues('some text', [lint(kind, 0, 4)]).map(({ type, severity }) => `${type} ${severity}`);
    expect(['Punctuation', 'Readability', 'Agreement', 'SomethingNew'].flatMap(of)).toEqual([
      'punctuation medium',
      'style low',
      'grammar medium',
      'grammar medium',
    ]);
  });

  it('sorts by position and drops findings without a replacement', () => {
    expect(
      toIssues('one two three', [
        lint('Style', 4, 7),
        lint('Style', 0, 3),
        lint('Style', 8, 13, null),
        lint('Style', 8, 8),
      ]).map(({ text }) => text),
    ).toEqual(['one', 'two']);
  });
});
