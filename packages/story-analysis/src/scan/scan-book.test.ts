import { describe, expect, it } from '@jest/globals';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { measureAiPhraseRate, type Phrases, scanBook } from './scan-book.ts';

const phrases: Phrases = {
  leftovers: [
    { rule: 'assistant', phrases: ['i hope this helps', "here's the revised"] },
    { rule: 'prompt', phrases: ['reply with the new part only'] },
  ],
  aiPhrases: ['a testament to', 'barely above a whisper', 'let out a breath'],
};
const scan = (...chapters: string[]) => scanBook({ chapters, phrases });
const quotes = (...chapters: string[]) => scan(...chapters).map(({ group, rule, quote }) => [group, rule, quote]);

/** Words that occur nowhere else. */
const distinctWords = (count: number, prefix = 'w'): string =>
  Array.from({ length: count }, (_item, index) => `${prefix}${index}`).join(' ');

describe('a leftover', () => {
  it.each([
    ['assistant', 'She left. I hope this helps! He', 'I hope this helps'],
    ['assistant', 'Here’s the revised chapter:', 'Here’s the revised'],
    ['prompt', 'Reply with the new part only.', 'Reply with the new part only'],
    ['data-tag', 'He ran. <data name="text"> on', '<data name="text">'],
    ['data-tag', 'It ended.\n</data>\n', '</data>'],
    ['data-tag', 'He ran. <data-qwmzka name="text"> on', '<data-qwmzka name="text">'],
    ['data-tag', 'It ended.\n</data-qwmzka>\n', '</data-qwmzka>'],
    ['placeholder', 'My name is [insert name], sir.', '[insert name]'],
    ['placeholder', 'Dear {{customer}},', '{{customer}}'],
    ['markdown', 'He said:\n```text\nHello', '```text'],
    ['markdown', 'a | b\n| --- | :-: |\n', '| --- | :-: |'],
    ['markdown', 'See [this](https://example.com/a).', '](https://example.com/a)'],
  ])('is found: %s in %j', (rule, text, quote) => {
    expect(quotes(text)).toEqual([['leak', rule, quote]]);
  });

  it.each(['*So* she said, **no**.\n\n# Two\n\n***\n', 'He [the elder] spoke.', 'I hope this pleases you.'])(
    'is not reported in %j',
    (text) => expect(scan(text)).toEqual([]),
  );

  it('has its chapter and position', () => {
    const text = 'One. I hope this helps.';
    expect(scan('Clean.', text)[0]?.places).toEqual([{ chapter: 1, from: 5, to: 22 }]);
    expect(text.slice(5, 22)).toBe('I hope this helps');
  });
});

describe('AI phrases', () => {
  const three = 'A testament to her. His voice, barely above a whisper. She let out a breath.';

  it('are reported with all their places when a chapter has three in 1,000 words', () => {
    const [finding] = scan(`${three} ${distinctWords(900)}`);
    expect(finding).toMatchObject({ group: 'tell', count: 3, quote: 'A testament to' });
    expect(finding?.places).toHaveLength(3);
  });

  it('are not reported when they are rare', () => {
    expect(scan(`${three} ${distinctWords(1200)}`)).toEqual([]);
    expect(scan('A testament to her.')).toEqual([]);
  });

  it('are not reported when the author uses them a third as often', () => {
    const chapters = [`${three} ${distinctWords(900)}`];
    expect(scanBook({ chapters, phrases, ownAiPhraseRate: 0.9 })).toHaveLength(1);
    expect(scanBook({ chapters, phrases, ownAiPhraseRate: 1.2 })).toEqual([]);
  });

  it('are measured in typed text', () => {
    expect(measureAiPhraseRate(`a testament to ${distinctWords(997)}`, phrases)).toBe(1);
    expect(measureAiPhraseRate('', phrases)).toBe(0);
  });
});

describe('a repetition', () => {
  const six = 'the clock upon the wall stopped';
  const twelve = `${six} and nobody in the house heard`;

  it('is reported for twelve words that occur twice, with the words that follow at both places', () => {
    const [finding, ...others] = scan(`${twelve} anything. One.`, `Two. ${twelve} anything. Three.`);
    expect(finding).toMatchObject({
      rule: 'long-repetition',
      count: 2,
      quote: `${twelve} anything`,
      places: [{ chapter: 0 }, { chapter: 1 }],
    });
    expect(others).toEqual([]);
  });

  it('is reported for six words that occur three times, but not twice', () => {
    expect(scan(`${six} a. ${six} b.`)).toEqual([]);
    const [finding] = scan(`${six} a. ${six} b.`, `c ${six} d.`);
    expect(finding).toMatchObject({ rule: 'repetition', count: 3, quote: six });
  });

  it('does not cross the end of a chapter', () => {
    const [start, end] = [twelve.slice(0, 30), twelve.slice(31)];
    expect(scan(`${start} ${end}`, `${start} ${end}`)).toHaveLength(1);
    expect(scan(start, end, start, end)).toEqual([]);
  });

  it('counts only occurrences that do not overlap', () => {
    expect(scan('very '.repeat(17))).toEqual([]);
    expect(scan('very '.repeat(18))).toMatchObject([{ rule: 'repetition', count: 3 }]);
  });

  it('lists at most 20 places and counts all of them', () => {
    const chapters = Array.from({ length: 30 }, (_item, index) => `x${index} ${six} y${index}`);
    const [finding] = scan(...chapters);
    expect([finding?.count, finding?.places.length]).toEqual([30, 20]);
  });
});

describe('a scan', () => {
  it('reports few findings in pathological texts', () => {
    for (const text of Object.values(hostileTexts(60_000))) expect(scan(text).length).toBeLessThanOrEqual(400);
  });
});
