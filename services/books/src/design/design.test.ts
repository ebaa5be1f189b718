import { expect, it } from '@jest/globals';
import { designDefaults } from '@inkbear/contracts/books/design';
import { requireValidDesign } from './design.ts';

it('requireValidDesign throws every error of a combination', () => {
  const settings = { ...designDefaults, margins: { insideIn: 3, outsideIn: 3, topIn: 0.3, bottomIn: 1 } };
  expect(() => requireValidDesign(settings)).toThrow(
    expect.objectContaining({
      code: 'books.design_invalid',
      status: 400,
      message: expect.stringContaining('leave no room for lines'),
      errors: [expect.objectContaining({ path: 'margins' }), expect.objectContaining({ path: 'margins.topIn' })],
    }),
  );
  expect(() => requireValidDesign(designDefaults)).not.toThrow();
});
