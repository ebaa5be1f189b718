import { expect, it } from '@jest/globals';
import { dedicationPreview, type BookDetails, rebaseDetails } from './details.ts';

it('what was typed stays when the book changes elsewhere, the rest follows', () => {
  const start: BookDetails = { title: 'T', authorName: '', penName: '', publishingHouse: '', synopsis: '', introduction: '', dedication: '' };
  expect(rebaseDetails({ ...start, synopsis: 'typed' }, start, { ...start, synopsis: 'theirs', penName: 'Ada Quill' })).toEqual({ ...start, synopsis: 'typed', penName: 'Ada Quill' });
});

it('a dedication is shown on one line of at most 50 characters', () => {
  expect(dedicationPreview('For\nAda')).toBe('For Ada');
  expect(dedicationPreview('🐻'.repeat(50))).toBe('🐻'.repeat(50));
  expect(dedicationPreview('🐻'.repeat(51))).toBe(`${'🐻'.repeat(50)}…`);
});
