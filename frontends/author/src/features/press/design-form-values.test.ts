import { describe, expect, it } from '@jest/globals';
import { designDefaults, type DesignSettings } from '@inkbear/contracts/books/design';
import {
  changedDesignFields,
  describeValue,
  designChoices,
  designLabels,
  designFormValuesOf,
  readDesign,
} from './design-form-values.ts';

const own: DesignSettings = {
  ...designDefaults,
  trim: { widthIn: 5.06, heightIn: 7.81 },
  bleed: true,
  margins: { insideIn: 0.9, outsideIn: 0.6, topIn: 0.8, bottomIn: 0.9 },
  size: 10.5,
  opening: 'dropCap2',
  contents: false,
  shortTitle: 'Bear',
  parts: [{ beforeChapterId: '64b7f0000000000000000001', title: 'One' }],
  unnumbered: ['64b7f0000000000000000002'],
};
const titleOf = (id: string) => `Chapter ${id.at(-1)}`;

describe('the texts of a design', () => {
  it.each([
    ['the defaults', designDefaults],
    ['own settings', own],
  ])('are read back as the same settings: %s', (_name, design) => {
    expect(readDesign(designFormValuesOf(design))).toEqual({ settings: design, errors: {} });
  });

  it.each([
    ['size', ''],
    ['size', 'eleven'],
    ['leading', '3'],
    ['isbnPrint', '978'],
    ['drop', '0.9'],
  ] as const)('show the error of %s = “%s” at its field', (field, text) => {
    const { settings, errors } = readDesign({ ...designFormValuesOf(designDefaults), [field]: text });
    expect([settings, Object.keys(errors)]).toEqual([null, [field]]);
  });

  it('show the error of one margin, and of all of them, at a field that is shown', () => {
    const texts = designFormValuesOf(own);
    expect(Object.keys(readDesign({ ...texts, topIn: '9' }).errors)).toEqual(['topIn']);
    expect(readDesign({ ...texts, insideIn: '2', outsideIn: '2' }).errors.insideIn).toContain('no room for lines');
  });

  it('accept a decimal comma', () => {
    expect(readDesign({ ...designFormValuesOf(designDefaults), size: '10,5' }).settings?.size).toBe(10.5);
  });

  it('have a label for each field, and a name for each value', () => {
    const texts = designFormValuesOf(own);
    expect(Object.keys(designLabels).sort()).toEqual(Object.keys(texts).sort());
    expect(describeValue('opening', 'dropCap2', titleOf)).toBe('Drop cap, two lines');
    expect(describeValue('parts', texts.parts, titleOf)).toBe('“One” before “Chapter 1”');
    expect(describeValue('unnumbered', texts.unnumbered, titleOf)).toBe('“Chapter 2”');
    for (const [field, choices] of Object.entries(designChoices))
      expect(choices.map(([value]) => value)).toContain(texts[field as keyof typeof texts]);
  });

  it('list the fields in which designs differ', () => {
    const [before, after] = [
      designFormValuesOf(designDefaults),
      designFormValuesOf({ ...designDefaults, trim: '5x8' }),
    ];
    expect(changedDesignFields(before, after)).toEqual(['trim', 'widthIn', 'heightIn']);
  });
});
