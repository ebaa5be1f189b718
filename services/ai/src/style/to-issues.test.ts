import { describe, expect, it } from '@jest/globals';
import { toIssues } from './to-issues.ts';

const lint = (kind: string, start: number, end: number, replacement: string | null = 'x') => ({
  kind,
  message: 'Use `have` rather than `of` here.',
  start,
  end,
  replacement,
});

describe('findings of the checker', () => {
  it('name the words, the better ones and the reason', () => {
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

  it('have a kind and a severity, also when the kind is new', () => {
    const of = (kind: string) =>
      toIssues('some text', [lint(kind, 0, 4)]).map(({ type, severity }) => `${type} ${severity}`);
    expect(['Punctuation', 'Readability', 'Agreement', 'SomethingNew'].flatMap(of)).toEqual([
      'punctuation medium',
      'style low',
      'grammar medium',
      'grammar medium',
    ]);
  });

  it('come in the order of the text, and only with something to apply', () => {
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
