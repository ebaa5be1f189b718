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
 * Requires every regular expression to run in linear time (docs/adr/0013). Two checkers, because each finds what the
 * other misses: eslint-plugin-regexp analyses the pattern (fast, so it checks every file), eslint-plugin-redos also
 * attacks it (recheck: automata and fuzzing, back references too), so it checks only production code. Its results are
 * cached in node_modules/.cache. It cannot check patterns that are built at run time, so these are forbidden.
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
 * `list.push(...other)` passes every item as an argument on the stack: with some 120,000 items it throws "Maximum call
 * stack size exceeded". Texts can have that many lines and words, so code for texts must push items one by one.
 */
export const noSpreadPush = {
  files: ['packages/{press,prose}/src/**/*.ts', 'services/ai/src/offline/**/*.ts'],
  rules: {
    'no-restricted-syntax': [
      'error',
      {
        selector: "CallExpression[callee.property.name='push'] > SpreadElement",
        message: 'Push items one by one: spreading a long list overflows the stack.',
      },
    ],
  },
};

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
