import { expect, it } from '@jest/globals';
import { designDefaults, designSettings } from '@inkbear/contracts/books/design';
import { findDesignErrors } from '@inkbear/contracts/books/design-rules';
import { listVariants } from './variants.ts';

it('offers only changes, which the server accepts', () => {
  for (const design of [
    designDefaults,
    { ...designDefaults, size: 14, leading: 1.6 },
    { ...designDefaults, trim: { widthIn: 5, heightIn: 8 } },
    { ...designDefaults, margins: { insideIn: 1.5, outsideIn: 1.5, topIn: 1, bottomIn: 1 } },
  ]) {
    const variants = listVariants(design);
    expect(variants.length).toBeGreaterThan(5);
    expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length);
    for (const { patch } of variants) {
      const next = { ...design, ...patch };
      expect(next).not.toEqual(design);
      expect(designSettings.safeParse(next).success).toBe(true);
      expect(findDesignErrors(next)).toEqual([]);
    }
  }
});

it('does not offer the size that the page has already', () => {
  const ids = (trim: '5x8' | { widthIn: number; heightIn: number }) =>
    listVariants({ ...designDefaults, trim }).map(({ id }) => id);
  expect(ids('5x8')).not.toContain('trim 5x8');
  expect(ids({ widthIn: 5, heightIn: 8 })).not.toContain('trim 5x8');
  expect(ids('5x8')).toContain('trim 6x9');
});
