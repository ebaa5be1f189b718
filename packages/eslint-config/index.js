import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { linearPatterns } from './linear-patterns.js';
import { metricImports } from './metric-imports.js';
import { restrictedSyntax } from './restricted-syntax.js';

/** Rules that need types are those of oxlint (`.oxlintrc.json`), which takes a quarter of the time. */
export default tseslint.config(
  { ignores: ['**/node_modules/**', '**/dist/**', '**/.data/**', '**/coverage/**'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parser: tseslint.parser,
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 60 }],
      complexity: ['error', 15],
      '@typescript-eslint/no-shadow': 'error',
      eqeqeq: 'error',
      'prefer-const': 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.{js,cjs,mjs}'],
    rules: {
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 60 }],
      complexity: ['error', 15],
    },
  },
  {
    files: ['**/*.{test,spec}.{ts,tsx}', '**/testing/**', 'packages/e2e/**'],
    rules: { 'max-lines': ['error', 600], 'max-lines-per-function': 'off' },
  },
  {
    files: ['packages/{local,web-build,load}/**/*.ts', 'packages/observability/src/write.ts', 'packages/e2e/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['frontends/**/*.{ts,tsx}', 'packages/{ui-kit,web-kit}/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    ...jsxA11y.configs.recommended,
    files: ['{frontends,packages}/**/*.tsx'],
    ignores: ['**/*.test.tsx'],
    rules: {
      ...jsxA11y.configs.recommended.rules,
      // A region that scrolls must be reachable by keyboard (axe: scrollable-region-focusable).
      'jsx-a11y-x/no-noninteractive-tabindex': 'off',
      // Safari drops the list role of a list without markers.
      // The rows of a table that are cards on a phone lose theirs, too.
      'jsx-a11y-x/no-redundant-roles': [
        'error',
        { ul: ['list'], ol: ['list'], thead: ['rowgroup'], tbody: ['rowgroup'] },
      ],
      // Escape closes a form wherever the focus is inside it.
      'jsx-a11y-x/no-noninteractive-element-interactions': [
        'error',
        { handlers: ['onClick', 'onKeyDown', 'onKeyUp', 'onMouseDown', 'onMouseUp'], form: ['onKeyDown'] },
      ],
      'jsx-a11y-x/label-has-associated-control': ['error', { depth: 3 }],
      // A dialog or a page that is opened to be typed into focuses its first field.
      'jsx-a11y-x/no-autofocus': 'off',
    },
  },
  ...linearPatterns,
  ...restrictedSyntax,
  metricImports,
);
