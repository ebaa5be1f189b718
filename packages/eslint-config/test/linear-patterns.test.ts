import { describe, expect, it } from '@jest/globals';
import { ESLint, Linter } from 'eslint';
import { linearPatterns } from '../linear-patterns.js';

const root = new URL('../../..', import.meta.url).pathname;
const linter = new Linter();
const lint = (code: string, filename: string): string[] => {
  const messages = linter.verify(code, [{ files: ['**/*.ts'] }, ...linearPatterns], { filename });
  return [...new Set(messages.map(({ ruleId, message }) => ruleId ?? message))].toSorted();
};

/** The options of the rule with so little time that recheck decides nothing. */
const withoutTime = (rule: Linter.RuleEntry | undefined): Linter.RulesRecord =>
  Array.isArray(rule) ? { 'redos/no-vulnerable': ['error', { ...(rule[1] as object), timeout: 0, cache: false }] } : {};

describe('linearPatterns', () => {
  it.each<[string, string, string[]]>([
    [
      'white space before a line end',
      String.raw`text.replace(/\s+$/, '')`,
      ['redos/no-vulnerable', 'regexp/no-super-linear-move'],
    ],
    [
      '\\s that also matches line breaks in a multi-line pattern',
      String.raw`text.split(/^[\s#*>-]*chapter\s+\d+/gim)`,
      ['redos/no-vulnerable', 'regexp/no-super-linear-move'],
    ],
    [
      'two loops that can match the same characters',
      String.raw`/^<[^>]*\?([^>]*)>$/.test(text)`,
      ['redos/no-vulnerable', 'regexp/no-super-linear-backtracking'],
    ],
    ['a back reference', String.raw`text.replace(/\b(\p{L}+)\s+\1\b/giu, '$1')`, ['redos/no-vulnerable']],
    ['a pattern that is built at run time', 'text.match(new RegExp(`${word}+$`))', ['patterns/no-dynamic-pattern']],
    ['the same without new', 'text.match(RegExp(word))', ['patterns/no-dynamic-pattern']],
  ])('reports %s', (_name, code, rules) => {
    expect(lint(code, 'services/books/src/example.ts')).toEqual(rules);
  });

  it.each([
    String.raw`line.replace(/^[\s#*>-]+/, '')`,
    String.raw`text.replaceAll(/(\s+)([,.;:!?])?/g, keep)`,
    String.raw`text.match(/[^\n]+\n?|\n/g)`,
    String.raw`/\d+(?:\.\d+)*/.exec(text)`,
    String.raw`new RegExp('^a+b').test(text)`,
  ])('accepts %s', (code) => {
    expect(lint(code, 'services/books/src/example.ts')).toEqual([]);
  });

  it('reports a pattern that recheck cannot decide, instead of passing it', () => {
    const undecided = linearPatterns.map((config) => ({
      ...config,
      rules: { ...config.rules, ...withoutTime(config.rules?.['redos/no-vulnerable']) },
    }));
    const messages = linter.verify(String.raw`/^(?:a|b|ab)*c$/.test(text)`, [{ files: ['**/*.ts'] }, ...undecided], {
      filename: 'services/books/src/example.ts',
    });
    expect(messages.map(({ message }) => message)).toEqual([expect.stringMatching(/timeout/i)]);
  });

  it('checks tests with the fast checker only', () => {
    const code = String.raw`/\s+$/.test(text); new RegExp(text)`;
    expect(lint(code, 'services/books/src/example.test.ts')).toEqual(['regexp/no-super-linear-move']);
  });

  it.each(['services/ai', 'gateway', 'frontends/author', 'packages/prose', 'packages/web-kit'])(
    'is enabled in %s',
    async (workspace) => {
      const config = (await new ESLint({ cwd: root }).calculateConfigForFile(
        `${root}${workspace}/src/example.ts`,
      )) as Linter.Config;
      const rules = [
        'regexp/no-super-linear-backtracking',
        'regexp/no-super-linear-move',
        'redos/no-vulnerable',
        'patterns/no-dynamic-pattern',
      ];
      const severities = rules.map((rule) => [config.rules?.[rule]].flat()[0]);
      expect(severities).toEqual([2, 2, 2, 2]);
    },
  );

  it.each([
    'scripts/example.mjs',
    'packages/local/src/example.ts',
    'packages/e2e/src/example.ts',
    'packages/operations/src/example.ts',
    'packages/cluster/src/example.ts',
    'packages/web-build/src/example.ts',
    'packages/eslint-config/example.js',
    'packages/load/bench/example.ts',
    'frontends/shell/src/example.tsx',
  ])('attacks the patterns of %s', (filename) => {
    expect(lint(String.raw`/^<[^>]*\?([^>]*)>$/.test(text)`, filename)).toContain('redos/no-vulnerable');
  });
});
