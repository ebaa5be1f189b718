import { expect, it } from '@jest/globals';
import { savedOutlines, outlineText } from './outline-text.ts';

it('formats overview, audience and chapters as text', () => {
  const chapters = [
    { number: 1, title: 'The lamp', description: 'It goes out.', keyPoints: ['Ida', 'A letter'] },
    { number: 2, title: 'The tide', description: '', keyPoints: [] },
  ];
  expect(outlineText({ overview: 'A mystery.', targetAudience: 'Adults', chapters })).toBe(
    'A mystery.\n\nTarget audience: Adults\n\nChapter 1: The lamp\nIt goes out.\n- Ida\n- A letter\n\nChapter 2: The tide',
  );
  expect(outlineText({ overview: 'A mystery.', targetAudience: '', chapters: [] })).toBe('A mystery.');
});

it('formats saved outlines and omits other results', () => {
  const row = {
    resultId: 'r',
    kind: 'outline',
    createdAt: '2026-11-20T10:00:00.000Z',
    text: JSON.stringify({ overview: 'A mystery.', targetAudience: '', chapters: [] }),
  };
  expect(
    savedOutlines([row, { ...row, kind: 'coach' }, { ...row, text: '{' }, { ...row, text: '{"overview":1}' }]),
  ).toEqual([{ id: 'r', createdAt: row.createdAt, text: 'A mystery.' }]);
});
