import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { linearPatterns, listTextSources } from '../linear-patterns.js';

const root = new URL('../../..', import.meta.url).pathname;
const linter = new Linter();
const typescript = { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser as Linter.Parser } };
const lint = (code: string, filename: string): string[] => {
  const messages = linter.verify(code, [typescript, ...linearPatterns], { filename });
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
    ['a text that match makes a pattern of', 'text.match(word)', ['patterns/no-dynamic-pattern']],
    ['a text that matchAll makes a pattern of', 'text?.matchAll(call.body.word)', ['patterns/no-dynamic-pattern']],
    ['a text that search makes a pattern of', "text['search'](`${word}+`)", ['patterns/no-dynamic-pattern']],
    ['a literal text, which is not checked as a pattern', "text.match('(a|a)+$')", ['patterns/no-dynamic-pattern']],
    ['a constant text', "const word = 'a+'; text.match(word)", ['patterns/no-dynamic-pattern']],
    ['a parameter that is a text', 'const f = (word: string) => text.match(word)', ['patterns/no-dynamic-pattern']],
    ['a variable that may change', 'let word = /a/; text.match(word)', ['patterns/no-dynamic-pattern']],
    ['part of an object', 'const { word } = query; text.match(word)', ['patterns/no-dynamic-pattern']],
  ])('reports %s', (_name, code, rules) => {
    expect(lint(code, 'services/books/src/example.ts')).toEqual(rules);
  });

  it.each([
    String.raw`line.replace(/^[\s#*>-]+/, '')`,
    String.raw`text.replaceAll(/(\s+)([,.;:!?])?/g, keep)`,
    String.raw`text.match(/[^\n]+\n?|\n/g)`,
    String.raw`/\d+(?:\.\d+)*/.exec(text)`,
    String.raw`new RegExp('^a+b').test(text)`,
    String.raw`text.matchAll(/\d+/g)`,
    String.raw`const word = /\d+/g; const f = () => text.matchAll(word)`,
    String.raw`const f = (word: RegExp) => text.match(word)`,
    String.raw`text.search()`,
    String.raw`customers.search({ query: 'a' })`,
    String.raw`text.replaceAll(word, '').split(word).includes(word)`,
  ])('accepts %s', (code) => {
    expect(lint(code, 'services/books/src/example.ts')).toEqual([]);
  });

  it('reports a pattern that recheck cannot decide, instead of passing it', () => {
    const undecided = linearPatterns.map((config) => ({
      ...config,
      rules: { ...config.rules, ...withoutTime(config.rules?.['redos/no-vulnerable']) },
    }));
    const messages = linter.verify(String.raw`/^(?:a|b|ab)*c$/.test(text)`, [typescript, ...undecided], {
      filename: 'services/books/src/example.ts',
    });
    expect(messages.map(({ message }) => message)).toEqual([expect.stringMatching(/timeout/i)]);
  });

  it('checks tests with the fast checker only', () => {
    const code = String.raw`/\s+$/.test(text); new RegExp(text)`;
    expect(lint(code, 'services/books/src/example.test.ts')).toEqual(['regexp/no-super-linear-move']);
  });

  it('forbids dynamic patterns in every package that services, gateway and frontends import, directly or not', () => {
    const folders = listTextSources();
    expect(folders).toEqual(
      expect.arrayContaining(['services/books/src', 'gateway/src', 'frontends/shell/src', 'packages/prose/src']),
    );
    expect(folders).not.toContain('packages/e2e/src');
    const files = folders.flatMap((folder) => globSync(`${root}${folder}/**/*.{ts,tsx}`));
    const imported = files
      .filter((file) => !/\.test\.tsx?$|\/testing\/|\/test-[^/]*$/.test(file))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/from '@inkbear\/([a-z-]+)/g)])
      .map(([, name = '']) => `packages/${name}/src`);
    expect(imported.length).toBeGreaterThan(1000);
    expect([...new Set(imported)].filter((folder) => !folders.includes(folder))).toEqual([]);
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
