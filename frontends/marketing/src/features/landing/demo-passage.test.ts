import { expect, it } from '@jest/globals';
import { countWords, passage, textAfter, textBefore } from './demo-passage.ts';

it('the demo has whole sentences before and after, and the proposal is shorter', () => {
  expect(textBefore(passage)).toBe(
    'The harbour had gone quiet by the time Mara found the letter. It was tucked beneath the lamp, where her father used to leave his keys, and for a moment she simply looked at it.',
  );
  expect(textAfter(passage)).toBe(
    'The harbour was quiet when Mara found the letter, tucked under the lamp where her father used to leave his keys. For a moment she only looked at it.',
  );
  expect(countWords(textAfter(passage))).toBeLessThan(countWords(textBefore(passage)));
});
