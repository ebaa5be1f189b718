import { existsSync, readdirSync, readFileSync } from 'node:fs';
import redos from 'eslint-plugin-redos';
import regexp from 'eslint-plugin-regexp';
import { noDynamicPattern } from './no-dynamic-pattern.js';

const root = new URL('../..', import.meta.url);
const sources = ['{services,packages,frontends}/*', 'gateway', 'scripts'];
/** A pattern that recheck cannot decide in this time is reported, so that no pattern is passed unchecked. */
const patternTimeoutMs = 20_000;
const tests = ['**/*.test.{ts,tsx}', '**/testing/**', '**/test-*.ts'];

const manifestOf = (workspace) => new URL(`${workspace}/package.json`, root);

const packagesOf = (workspace) => {
  const { dependencies = {} } = JSON.parse(readFileSync(manifestOf(workspace), 'utf8'));
  return Object.keys(dependencies).flatMap((name) => /^@inkbear\/(.+)$/.exec(name)?.[1] ?? []);
};

/**
 * Code that runs where the texts of users are, so that no pattern in it may be built at run time: services, gateway,
 * frontends, and every package that one of them depends on.
 */
export function listTextSources() {
  const workspacesIn = (folder) =>
    readdirSync(new URL(folder, root))
      .map((name) => `${folder}/${name}`)
      .filter((workspace) => existsSync(manifestOf(workspace)));
  const found = new Set(['gateway', ...workspacesIn('services'), ...workspacesIn('frontends')]);
  // A set also visits what is added while it is iterated.
  for (const workspace of found) for (const name of packagesOf(workspace)) found.add(`packages/${name}`);
  return [...found].map((workspace) => `${workspace}/src`);
}

/**
 * Requires every regular expression to run in linear time (docs/adr/0013). Two checkers, because each finds what the
 * other misses: eslint-plugin-regexp analyses the pattern (fast, so it checks every file), eslint-plugin-redos also
 * attacks it (recheck: automata and fuzzing, back references too), so it checks everything but unit and integration
 * tests. A pattern that it cannot decide is reported. Its results are cached in node_modules/.cache. It cannot check
 * patterns that are built at run time, so these are forbidden.
 */
export const linearPatterns = [
  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false, ignorePartial: false }],
    },
  },
  {
    files: sources.map((folder) => `${folder}/**/*.{ts,tsx,js,mjs}`),
    ignores: tests,
    plugins: { redos },
    rules: { 'redos/no-vulnerable': ['error', { cache: true, timeout: patternTimeoutMs, ignoreErrors: false }] },
  },
  {
    files: listTextSources().map((folder) => `${folder}/**/*.{ts,tsx}`),
    ignores: tests,
    plugins: { patterns: { rules: { 'no-dynamic-pattern': noDynamicPattern } } },
    rules: { 'patterns/no-dynamic-pattern': 'error' },
  },
];
