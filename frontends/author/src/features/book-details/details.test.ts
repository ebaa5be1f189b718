import { expect, it } from '@jest/globals';
import { dedicationPreview } from './details.ts';

it('shows a dedication on one line of at most 50 characters', () => {
  expect(dedicationPreview('For\nAda')).toBe('For Ada');
  expect(dedicationPreview('🐻'.repeat(50))).toBe('🐻'.repeat(50));
  expect(dedicationPreview('🐻'.repeat(51))).toBe(`${'🐻'.repeat(50)}…`);
});
