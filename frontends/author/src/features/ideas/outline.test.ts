import { expect, it } from '@jest/globals';
import { validateOutline } from './outline.ts';

const form = { title: 'Low Water', genre: 'mystery' };
it.each([
  ['10000', undefined],
  ['200000', undefined],
  [' 50000 ', undefined],
  ['9999', 'Minimum 10,000 words'],
  ['200001', 'Maximum 200,000 words'],
  ['-50000', 'Minimum 10,000 words'],
  ['1e5', 'Minimum 10,000 words'],
  ['many', 'Minimum 10,000 words'],
])('a length of %j has the error %j', (targetLength, text) => {
  expect(validateOutline({ ...form, targetLength }).targetLength).toBe(text);
});

it('requires title and genre', () =>
  expect(validateOutline({ title: ' ', genre: '', targetLength: '50000' })).toEqual({
    title: 'Title is required',
    genre: 'Genre is required',
  }));
