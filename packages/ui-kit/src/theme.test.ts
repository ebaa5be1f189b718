import { describe, expect, it } from '@jest/globals';
import { contrast } from './contrast.ts';
import { type Palette, palettes } from './palette.ts';
import { themeCss } from './theme-css.ts';
import { antdTokens } from './theme.ts';

type Colour = keyof Palette;
const text: [Colour, Colour][] = [
  ...(['ink', 'muted', 'accent', 'accentStrong', 'success', 'danger', 'warning'] as const).flatMap((colour) =>
    (['paper', 'surface', 'sunken'] as const).map((ground): [Colour, Colour] => [colour, ground]),
  ),
  ['onAccent', 'accent'],
  ['onAccent', 'accentStrong'],
  ['onDanger', 'danger'],
  ['ink', 'accentSoft'],
  ['accent', 'accentSoft'],
  ['danger', 'dangerSoft'],
  ['success', 'successSoft'],
  ['paper', 'ink'],
];
const edges: [Colour, Colour][] = [
  ['edge', 'paper'],
  ['edge', 'surface'],
  ['edge', 'sunken'],
  ['accent', 'paper'],
  ['accent', 'surface'],
];

describe.each(['light', 'dark'] as const)('the %s theme', (mode) => {
  const palette = palettes[mode];

  it.each(text)('has a contrast of 4.5 for text in %s on %s', (colour, ground) => {
    expect(contrast(palette[colour], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(edges)('has a contrast of 3 for borders in %s on %s', (colour, ground) => {
    expect(contrast(palette[colour], palette[ground])).toBeGreaterThanOrEqual(3);
  });

  it('has the same colours in antd and in the stylesheet', () => {
    expect(antdTokens(mode)).toMatchObject({
      colorPrimary: palette.accent,
      colorText: palette.ink,
      colorBgContainer: palette.surface,
    });
    expect(themeCss()).toContain(`--accent-soft:${palette.accentSoft}`);
  });
});

it('contrast returns the values of WCAG', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2);
});
