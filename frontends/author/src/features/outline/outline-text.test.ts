import { expect, it } from '@jest/globals';
import { outlineText } from './outline-text.ts';

it('an outline is text with its overview, readers and chapters', () => {
  const chapters = [{ number: 1, title: 'The lamp', description: 'It goes out.', keyPoints: ['Ida', 'A letter'] }, { number: 2, title: 'The tide', description: '', keyPoints: [] }];
  expect(outlineText({ overview: 'A mystery.', targetAudience: 'Adults', chapters })).toBe('A mystery.\n\nTarget audience: Adults\n\nChapter 1: The lamp\nIt goes out.\n- Ida\n- A letter\n\nChapter 2: The tide');
  expect(outlineText({ overview: 'A mystery.', targetAudience: '', chapters: [] })).toBe('A mystery.');
});
