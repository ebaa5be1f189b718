import { breakpoints, containerWidths } from '@inkbear/ui-kit/breakpoints.ts';
import stylelint from 'stylelint';

const use = (token) => `Use a token of packages/ui-kit/src/theme.ts: ${token}.`;

/** Any fixed length but 0 and a hairline of 1px. What depends on the window or on the text (vh, %, em) is allowed. */
const fixedLength = /(?<![\w.-])-?(?!1px\b)(?:\d+(?:\.\d+)?|\.\d+)(?:px|rem|pt|pc|in|cm|mm|ch|ex)\b/i;
const spaceProperties =
  /^(?:(?:scroll-)?(?:margin|padding)(?:-[a-z]+)*|inset(?:-[a-z]+)*|gap|row-gap|column-gap|top|right|bottom|left)$/;

/** A time that is not a token. What repeats while something loads (`infinite`) has its own pace. */
const fixedTime = /^(?!.*\binfinite\b).*(?<![\w.-])(?:\d+(?:\.\d+)?|\.\d+)m?s\b/i;
const timeProperties = /^(?:animation|transition)(?:-duration|-delay)?$/;

const radius = String.raw`(?:0|50%|999px|var\(--radius-\w+\))`;
const colourFunctions = ['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'lch', 'oklab', 'oklch', 'color'];

const tokenRules = {
  'declaration-property-value-disallowed-list': [
    { [String(spaceProperties)]: [fixedLength], [String(timeProperties)]: [fixedTime] },
    { message: use('var(--space-16), calc() of tokens, or var(--ease)') },
  ],
  'declaration-property-value-allowed-list': [
    {
      'font-size': ['inherit', /^var\(--text-[\w-]+\)$/, 'var(--prose-size, var(--text-prose))'],
      font: ['inherit', /^[456]00 var\(--text-[\w-]+\)\/[\d.]+ var\(--font-\w+\)$/],
      // A pair is the range of a variable font in @font-face.
      'font-weight': ['inherit', '400', '500', '600', /^\d00 \d00$/],
      'z-index': ['auto', /^var\(--layer-[\w-]+\)$/],
      '/^border-(?:[a-z]+-)*radius$/': [new RegExp(`^${radius}(?: ${radius})*$`)],
    },
    { message: use('var(--text-14), var(--radius-control), var(--layer-menu), or a weight of 400, 500 or 600') },
  ],
  'color-no-hex': [true, { message: use('var(--ink)') }],
  'color-named': ['never', { message: use('var(--ink)') }],
  'function-disallowed-list': [colourFunctions, { message: use('var(--ink), var(--shade)') }],
  'inkbear/query-widths': true,
};

const widthsRule = 'inkbear/query-widths';

/**
 * Allows only the widths of packages/ui-kit/src/breakpoints.ts in @media and @container, as `(width < 720px)`,
 * `(width >= 720px)` or `(480px <= width < 720px)`, so that no width matches two neighbouring queries.
 */
const queryWidths = stylelint.createPlugin(widthsRule, (isOn) => (root, result) => {
  if (!isOn) return;
  root.walkAtRules(/^(?:media|container)$/, (atRule) => {
    const allowed = atRule.name === 'media' ? breakpoints : containerWidths;
    for (const [feature] of atRule.params.matchAll(/\([^()]*\)/g)) {
      if (!/width|inline-size/.test(feature)) continue;
      const parts = /^\((?:(\d+)px <= )?width(?: (?:<|>=) (\d+)px)\)$/.exec(feature);
      const widths = parts?.slice(1).flatMap((width) => (width === undefined ? [] : [Number(width)]));
      if (widths?.every((width) => allowed.includes(width))) continue;
      const message = `${feature}: write (width < ${allowed[0]}px) or (width >= ${allowed[0]}px) with one of ${allowed.join(', ')} (${widthsRule})`;
      stylelint.utils.report({ ruleName: widthsRule, result, node: atRule, message, word: feature });
    }
  });
});

/** Checks stylesheets: space, text, weights, radii, colours, layers, times and breakpoints come from ui-kit's tokens. */
export default {
  extends: ['stylelint-config-recommended'],
  plugins: [queryWidths],
  reportNeedlessDisables: true,
  reportDescriptionlessDisables: true,
  rules: {
    ...tokenRules,
    'custom-property-pattern': '^[a-z]+(?:-[a-z0-9]+)*$',
    'keyframes-name-pattern': '^[a-z][A-Za-z0-9]*$',
    'length-zero-no-unit': true,
    'shorthand-property-no-redundant-values': true,
    'declaration-block-no-redundant-longhand-properties': true,
    'selector-pseudo-element-colon-notation': 'double',
    // Rules are ordered as on the page, not by their specificity.
    'no-descending-specificity': null,
    'property-no-unknown': [true, { ignoreProperties: ['composes'] }],
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }],
  },
  overrides: [
    {
      files: ['**/*.module.css'],
      // Class names become names in TypeScript; those of antd are written `:global(.ant-table)`.
      rules: { 'selector-class-pattern': '^(?:[a-z][A-Za-z0-9]*|ant-[a-z-]+)$' },
    },
  ],
};
