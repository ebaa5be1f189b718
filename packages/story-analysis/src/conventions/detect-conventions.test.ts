import { describe, expect, it } from '@jest/globals';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { countConventions } from './count-conventions.ts';
import { detectConventions } from './detect-conventions.ts';

const repeat = (paragraph: string, times: number): string =>
  Array.from({ length: times }, () => paragraph).join('\n\n');
const detect = (chapters: readonly string[], isEnglish = true) =>
  detectConventions(chapters.map(countConventions), isEnglish);

/** Six pronouns and five verbs of the narrator. */
const third =
  'Mara thought of the harbour. She went down to the grey water, and she saw the boats. “I know you,” said the ' +
  'keeper, but she said nothing. He took the lamp, and they stood in the wind. He had seen worse.';
const first =
  'I go down to the gray water, and I see the boats. "You were late," he says. I say nothing. We stand in the wind, ' +
  'and I think of my neighbor.';

describe('detectConventions', () => {
  it('detects third person, past tense, British spelling, double quotation marks and the point-of-view character', () => {
    expect(detect([repeat(third, 10)])).toEqual({
      pov: 'third',
      povCharacter: 'Mara',
      tense: 'past',
      dialect: 'uk',
      dialogueMarks: 'double',
    });
  });

  it('finds a first person in the present and American spelling', () => {
    expect(detect([repeat(first, 10)])).toEqual({
      pov: 'first',
      povCharacter: null,
      tense: 'present',
      dialect: 'us',
      dialogueMarks: 'double',
    });
  });

  it('finds a second person', () => {
    expect(
      detect([repeat('You go down to the water. You see the boats and say nothing. He waits.', 20)]),
    ).toMatchObject({
      pov: 'second',
      tense: 'present',
    });
  });

  it.each([
    ['single', '‘Come in,’ he said. She went in.'],
    ['single', "'Come in,' he said. She went in."],
    ['guillemets', '«Come in», he said. She went in.'],
    ['dash', '— Come in, he said.'],
    ['double', '"Come in," he said. She went in.'],
  ])('finds that speech has %s marks: %s', (dialogueMarks, paragraph) => {
    expect(detect([repeat(paragraph, 6)]).dialogueMarks).toBe(dialogueMarks);
  });

  it('weighs chapters by their length, and ignores the voice of people who speak', () => {
    expect(detect([repeat(third, 20), repeat(first, 2)]).pov).toBe('third');
    expect(detect([repeat(third, 10), repeat(first, 10)]).pov).toBeNull();
    const monologue = `Mara listened. “${'I say that I know it and I go. '.repeat(20)}” She left. `;
    expect(detect([repeat(monologue + third, 10)])).toMatchObject({ pov: 'third', tense: 'past' });
  });

  it('detects no point-of-view character when there are several', () => {
    const other = third.replace('Mara thought', 'Tom wondered');
    expect(detect([repeat(third, 6), repeat(other, 6)])).toMatchObject({ pov: 'third', povCharacter: null });
  });

  it('finds no dialect in names, and nothing in little text', () => {
    expect(detect([repeat('Mrs Gray met Mr Center in the Theater. It was late.', 20)]).dialect).toBeNull();
    expect(detect([third])).toEqual({ pov: null, povCharacter: null, tense: null, dialect: null, dialogueMarks: null });
    expect(detect([])).toMatchObject({ pov: null, dialogueMarks: null });
  });

  it('finds only the marks of speech in another language than English', () => {
    expect(detect([repeat(third, 10)], false)).toEqual({
      pov: null,
      povCharacter: null,
      tense: null,
      dialect: null,
      dialogueMarks: 'double',
    });
  });

  it.each(Object.entries(hostileTexts(200_000)))('reads %s', (_name, text) => {
    const { thinkers } = countConventions(text);
    expect(thinkers.length).toBeLessThanOrEqual(8);
    expect(thinkers.every(([name]) => name.length <= 60)).toBe(true);
  });
});
