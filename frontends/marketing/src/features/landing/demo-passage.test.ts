import { expect, it } from '@jest/globals';
import { after, before, countWords, passage } from './demo-passage.ts';

it('the demo shows two whole sentences on either side, and the proposal is shorter', () => {
  expect(before(passage)).toBe(
    'The harbour had gone quiet by the time Mara found the letter. It was tucked beneath the lamp, where her father used to leave his keys, and for a moment she simply looked at it.',
  );
  expect(after(passage)).toBe(
    'The harbour was quiet when Mara found the letter, tucked under the lamp where her father used to leave his keys. For a moment she only looked at it.',
  );
  expect(countWords(after(passage))).toBeLessThan(countWords(before(passage)));
});
