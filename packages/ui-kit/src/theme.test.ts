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

  it.each(text)('%s can be read on %s', (colour, ground) => {
    expect(contrast(palette[colour], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(edges)('a control edged with %s can be found on %s', (colour, ground) => {
    expect(contrast(palette[colour], palette[ground])).toBeGreaterThanOrEqual(3);
  });

  it('is the same in antd as in the stylesheet', () => {
    expect(antdTokens(mode)).toMatchObject({
      colorPrimary: palette.accent,
      colorText: palette.ink,
      colorBgContainer: palette.surface,
    });
    expect(themeCss()).toContain(`--accent-soft:${palette.accentSoft}`);
  });
});

it('black on white has the contrast that WCAG gives it', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2);
});
