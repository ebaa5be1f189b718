import redos from 'eslint-plugin-redos';
import regexp from 'eslint-plugin-regexp';

const sources = ['{services,packages,frontends}/*', 'gateway', 'scripts'];
/** Code that runs where the texts of users are: no pattern there may be built at run time. */
const textSources = [
  'services/*/src',
  'gateway/src',
  'frontends/*/src',
  'packages/{contracts,manuscript-store,press,prose,service-kit,story-analysis,ui-kit,web-kit}/src',
];
/** A pattern that recheck cannot decide in this time is reported, so that no pattern is passed unchecked. */
const patternTimeoutMs = 20_000;
const tests = ['**/*.test.{ts,tsx}', '**/testing/**', '**/test-*.ts'];

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
    files: textSources.map((folder) => `${folder}/**/*.{ts,tsx}`),
    ignores: tests,
    plugins: { patterns: { rules: { 'no-dynamic-pattern': noDynamicPattern() } } },
    rules: { 'patterns/no-dynamic-pattern': 'error' },
  },
];

/** Forbids `new RegExp(text)` with anything but a literal, because no checker can analyse it. */
function noDynamicPattern() {
  return {
    meta: {
      type: 'problem',
      schema: [],
      messages: {
        dynamic:
          'This pattern is built at run time, so its running time cannot be checked. Use a literal or scan the text.',
      },
    },
    create: (context) => {
      const check = ({ callee, arguments: [pattern], ...node }) => {
        const isDynamic = callee.name === 'RegExp' && pattern !== undefined && pattern.type !== 'Literal';
        if (isDynamic) context.report({ loc: node.loc, messageId: 'dynamic' });
      };
      return { NewExpression: check, CallExpression: check };
    },
  };
}
