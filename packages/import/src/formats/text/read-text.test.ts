import { describe, expect, it } from '@jest/globals';
import { summarise } from '../../testing/files.ts';

const textOf = async (text: string): Promise<string> => (await summarise(text, { fileName: 'a.txt' })).text;
const wrapped =
  'She walked to the river and looked at the snow for a long time, until it was\ndark, and nobody came, and so she went home again, because it was cold there.';

describe('a plain text', () => {
  it.each([
    ['a paragraph in each line', 'One.\nTwo.\nThree.', 'One.\n\nTwo.\n\nThree.'],
    ['paragraphs between blank lines', 'One.\n\nTwo\ntwo.\r\n\r\nThree.', 'One.\n\nTwo\ntwo.\n\nThree.'],
    [
      'wrapped lines',
      Array.from({ length: 6 }, () => wrapped).join('\n\n'),
      Array.from({ length: 6 }, () => wrapped.replace('\n', ' ')).join('\n\n'),
    ],
    ['blank lines between scenes', `${'A line.\n'.repeat(8)}\nAfter.`, `${'A line.\n\n'.repeat(8)}***\n\nAfter.`],
    ['ornaments', 'One.\n\n* * *\n\nTwo.\n\n#\n\nThree.', 'One.\n\n***\n\nTwo.\n\n***\n\nThree.'],
    ['emphasis between asterisks and underscores', 'a *b* _c_ 2 * 3', 'a *b* *c* 2 * 3'],
    ['indented lines', '\tOne.\n\tTwo.', 'One.\n\nTwo.'],
  ])('has %s', async (_name, text, expected) => {
    expect(await textOf(text)).toBe(expected);
  });

  it('has chapters by labels', async () => {
    const { read, chapters } = await summarise('SNOW\n\nChapter 1\n\nOne.\n\nChapter 2\n\nTwo.\n', {
      fileName: 'Snow.txt',
    });
    expect([read.format, read.title]).toEqual(['text', 'Snow']);
    expect(chapters.slice(1)).toEqual([
      ['Chapter 1', 'One.'],
      ['Chapter 2', 'Two.'],
    ]);
  });

  it('begins new pages at form feeds', async () => {
    const { chapters } = await summarise('Ice\n\na b c.\n\fRain\n\nd e f.\n\fFog\n\ng h i.');
    expect(chapters.map(([title]) => title).slice(1)).toEqual(['Rain', 'Fog']);
  });

  it('is composed, well-formed and without invisible characters', async () => {
    expect(await textOf('e\u0301\u0000x'.replace('\u0000', '\u200b'))).toBe('éx');
  });
});
