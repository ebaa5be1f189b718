import { expect, it } from '@jest/globals';
import { toCsv } from './csv.ts';

const csvCell = (value: unknown) =>
  toCsv([{ title: 'v', value: (row: { value: never }) => row.value }], [{ value: value as never }]).split('\r\n')[1];

it('quotes values that would break a line or a column', () => {
  expect(csvCell('plain')).toBe('plain');
  expect(csvCell('Marsh, Ada')).toBe('"Marsh, Ada"');
  expect(csvCell('say "yes"')).toBe('"say ""yes"""');
  expect(csvCell('two\r\nlines')).toBe('"two');
  expect(csvCell(' edge ')).toBe('" edge "');
});

it.each(['=1+1', '+44', '-2+3', '@SUM(A1)', '\t=1', '  =HYPERLINK("x")', '\r=1', '＝1+1'])(
  'neutralises the formula in %j',
  (text) => {
    expect(csvCell(text)?.replace(/^"/, '')).toMatch(/^'/);
  },
);

it('writes numbers as numbers, negative ones included, and null as an empty cell', () => {
  expect(csvCell(-12.5)).toBe('-12.5');
  expect(csvCell(0)).toBe('0');
  expect(csvCell(false)).toBe('false');
  expect(csvCell(null)).toBe('');
  expect(csvCell(undefined)).toBe('');
});

it('starts with a byte order mark and the titles', () => {
  expect(
    toCsv(
      [
        { title: 'A', value: () => 1 },
        { title: 'B, C', value: () => 'é' },
      ],
      [{}],
    ),
  ).toBe('\ufeffA,"B, C"\r\n1,é\r\n');
});
