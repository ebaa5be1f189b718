import { describe, expect, it } from '@jest/globals';
import stylelint from 'stylelint';
import config from '../stylelint.js';

const root = new URL('../../..', import.meta.url).pathname;

/** The rules that a stylesheet violates. */
async function lint(code: string): Promise<string[]> {
  const codeFilename = `${root}frontends/author/src/example.module.css`;
  const { results } = await stylelint.lint({ code, config, configBasedir: root, codeFilename });
  return [...new Set(results.flatMap(({ warnings }) => warnings.map(({ rule }) => rule)))].toSorted();
}

const fixedValue = 'declaration-property-value-disallowed-list';
const noToken = 'declaration-property-value-allowed-list';
const widths = 'inkbear/query-widths';

describe('the rules for stylesheets', () => {
  it.each([
    ['a margin in pixels', '.a { margin: 10px auto; }', fixedValue],
    ['one padding among tokens', '.a { padding: var(--space-8) 12px; }', fixedValue],
    ['a negative margin', '.a { margin-left: -8px; }', fixedValue],
    ['a gap in rem', '.a { gap: 0.5rem; }', fixedValue],
    ['a position in pixels', '.a { top: 69px; }', fixedValue],
    ['an inset with fractions', '.a { inset: 1.5px; }', fixedValue],
    ['a length inside calc()', '.a { margin-top: calc(var(--space-8) + 3px); }', fixedValue],
    ['a length inside clamp()', '.a { padding-block: clamp(20px, 4vw, var(--space-40)); }', fixedValue],
    ['a scroll margin', '.a { scroll-margin-block: 120px; }', fixedValue],
    ['the duration of a transition', '.a { transition: color 150ms ease-out; }', fixedValue],
    ['a duration in seconds', '.a { animation: open 0.2s ease-out; }', fixedValue],
    ['a duration among tokens', '.a { transition: color var(--ease), opacity .3s; }', fixedValue],
    ['a delay', '.a { animation-delay: 300ms; }', fixedValue],
    ['a font size in pixels', '.a { font-size: 15px; }', noToken],
    ['a font size in em', '.a { font-size: 0.8em; }', noToken],
    ['a font size that grows with the window', '.a { font-size: clamp(1.75rem, 3vw, 2rem); }', noToken],
    ['a font size in the shorthand', '.a { font: 600 15px/1.3 var(--font-ui); }', noToken],
    ['a weight that no font of ours is set in', '.a { font-weight: 700; }', noToken],
    ['a weight by name', '.a { font-weight: bold; }', noToken],
    ['such a weight in the shorthand', '.a { font: 700 var(--text-16)/1.3 var(--font-ui); }', noToken],
    ['a layer as a number', '.a { z-index: 30; }', noToken],
    ['a layer above all others', '.a { z-index: calc(var(--layer-toast) + 1); }', noToken],
    ['a radius in pixels', '.a { border-radius: 10px; }', noToken],
    ['the radius of one corner', '.a { border-top-left-radius: 3px; }', noToken],
    ['a colour in hexadecimal', '.a { color: #a05c0a; }', 'color-no-hex'],
    ['a colour by name', '.a { background: white; }', 'color-named'],
    ['the colour of a shadow', '.a { box-shadow: 0 1px 2px rgb(0 0 0 / 20%); }', 'function-disallowed-list'],
    ['a width that is not a breakpoint', '@media (width < 719px) { .a { color: var(--ink); } }', widths],
    ['a breakpoint as max-width', '@media (max-width: 720px) { .a { color: var(--ink); } }', widths],
    ['a breakpoint that two queries match', '@media (width <= 720px) { .a { color: var(--ink); } }', widths],
    ['one wrong end of a range', '@media (480px <= width < 700px) { .a { color: var(--ink); } }', widths],
    ['an unknown width of a container', '@container (width < 720px) { .a { color: var(--ink); } }', widths],
    ['a class name with a hyphen', '.a-b { color: var(--ink); }', 'selector-class-pattern'],
    ['an unknown property', '.a { colour: var(--ink); }', 'property-no-unknown'],
    ['the same selector twice', '.a { color: var(--ink); } .a { top: 0; }', 'no-duplicate-selectors'],
  ])('reports %s', async (_name, code, rule) => {
    expect(await lint(code)).toEqual([rule]);
  });

  it.each([
    '.a { margin: 0 auto; padding: var(--space-8) 5%; gap: 1px; inset: auto 0 0 -1px; }',
    '.a { margin: clamp(var(--space-24), 8vh, var(--space-96)) auto calc(-1 * var(--space-8)); }',
    '.a { padding-bottom: env(safe-area-inset-bottom); margin-top: 0.5em; top: calc(100% + var(--space-8)); }',
    '.a { transition: color var(--ease), opacity var(--ease); animation: open var(--ease) var(--loading-delay) backwards; }',
    '.a { animation: turn 0.9s linear infinite; transition: none; }',
    '.a { font-weight: 500; z-index: var(--layer-menu); } .b { font-weight: inherit; z-index: auto; }',
    '@font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url("a.woff2"); }',
    '.a { width: 340px; min-height: 44px; border: 1px solid var(--line); }',
    '.a { font: 600 var(--text-16)/1.3 var(--font-ui); border-radius: var(--radius-card) 0 50% 999px; }',
    '.a { font-size: var(--text-headline-page); background: color-mix(in srgb, var(--ink) 20%, transparent); }',
    '.a { composes: card from "./card.module.css"; } .a :global(.ant-table-cell) { color: currentColor; }',
    '@media (width < 720px) and (hover: none) { .a { color: var(--ink); } }',
    '@media (480px <= width < 720px) { .a { color: var(--ink); } }',
    '@container (width >= 600px) { .a { color: var(--ink); } }',
    '@media (prefers-reduced-motion: reduce) { .a { color: var(--ink); } }',
  ])('accepts %s', async (code) => {
    expect(await lint(code)).toEqual([]);
  });
});
