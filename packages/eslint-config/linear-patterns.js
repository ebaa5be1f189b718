import redos from 'eslint-plugin-redos';
import regexp from 'eslint-plugin-regexp';

const sources = [
  'services/*/src',
  'gateway/src',
  'frontends/*/src',
  'packages/{contracts,manuscript-store,press,prose,service-kit,story-analysis,ui-kit,web-kit}/src',
];
const tests = ['**/*.test.{ts,tsx}', '**/testing/**', '**/test-*.ts'];

/**
 * No regular expression may take more than linear time (docs/adr/0013). Two checkers, because each finds what the other
 * misses: eslint-plugin-regexp reads the pattern (fast, so it reads every file), eslint-plugin-redos also attacks it
 * (recheck: automata and fuzzing, back references too), so it reads only what runs in production. Its results are
 * cached in node_modules/.cache; it says nothing about patterns that are put together at run time, which are refused.
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
    files: sources.map((folder) => `${folder}/**/*.{ts,tsx}`),
    ignores: tests,
    plugins: { redos, patterns: { rules: { 'no-dynamic-pattern': noDynamicPattern() } } },
    rules: {
      'redos/no-vulnerable': ['error', { cache: true, timeout: 20_000 }],
      'patterns/no-dynamic-pattern': 'error',
    },
  },
];

/**
 * `list.push(...other)` puts every item on the stack as an argument: from some 120,000 on it ends with "Maximum call
 * stack size exceeded". Texts have that many lines and words, so their code pushes one by one.
 */
export const noSpreadPush = {
  files: ['packages/{press,prose}/src/**/*.ts', 'services/ai/src/offline/**/*.ts'],
  rules: {
    'no-restricted-syntax': [
      'error',
      {
        selector: "CallExpression[callee.property.name='push'] > SpreadElement",
        message: 'Push one by one: a spread of a long list overflows the stack.',
      },
    ],
  },
};

/** `new RegExp(text)` with anything but a literal: no checker can read it, so a scan or a literal takes its place. */
function noDynamicPattern() {
  return {
    meta: {
      type: 'problem',
      schema: [],
      messages: { dynamic: 'This pattern is put together at run time, so no rule can tell how long it takes.' },
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
