import { describe, expect, it } from '@jest/globals';
import { outcomes } from '../../document/outcomes.ts';
import { summarise } from '../../testing/files.ts';

const textOf = async (markdown: string): Promise<string> => (await summarise(markdown, { fileName: 'a.md' })).text;

describe('Markdown', () => {
  it.each([
    ['wrapped lines and manual line breaks', 'one\ntwo  \nthree\\\nfour', 'one two\nthree\nfour'],
    ['emphasis', 'a *b* __c__ ***d*** un*believab*le', 'a *b* **c** ***d*** *unbelievable*'],
    ['escapes and entities', '\\*a\\* &amp; \\# b', '\\*a\\* & # b'],
    ['headings of both kinds', '# A\n\nx\n\nB\n---\n\ny', '# A\n\nx\n\n# B\n\ny'],
    ['scene breaks', 'a\n\n* * *\n\nb\n\n\\#\n\nc', 'a\n\n***\n\nb\n\n***\n\nc'],
    ['lists', '- a\n- b\n\n3. c\n4. d', '• a\n\n• b\n\n3. c\n\n4. d'],
    ['tables', '| a | b |\n|---|:-:|\n| *c* | |', 'a | b\n\n*c*'],
    [
      'quotations, code and tags',
      '> a\n\n```\nb *c*\n```\n\nd <b>e</b><br>f <x>g</x>',
      'a\n\nb \\*c\\*\n\nd **e**\nf g',
    ],
    ['paragraphs that their author has indented', 'a\n\n    b *c*\n\n\td', 'a\n\nb *c*\n\nd'],
    ['HTML between paragraphs', 'a\n\n<div align="center">b <i>c</i></div>\n\nd', 'a\n\nb *c*\n\nd'],
  ])('has %s', async (_name, markdown, text) => {
    expect(await textOf(markdown)).toBe(text);
  });

  it('has metadata', async () => {
    const { read } = await summarise(
      `---\ntitle: "The \\"Bear\\": 1"\nauthor: 'Ada''s'\nlang: de\ntags:\n  - x\n---\n\nText.`,
    );
    expect([read.title, read.author, read.language, read.text]).toEqual(['The "Bear": 1', "Ada's", 'de', 'Text.']);
  });

  it('begins with a scene break when there is no metadata between the lines', async () => {
    expect(await textOf('---\n\nIt snowed: all day.\n\n---\n\nMore.')).toBe(
      '***\n\nIt snowed: all day.\n\n***\n\nMore.',
    );
  });

  it('has footnotes at the end of their chapter', async () => {
    const { chapters, losses } = await summarise(
      '# Ice\n\nSnow[^a] and [^B].\n\n[^a]: A *note*\nthat goes on.\n\n    With two paragraphs.\n\n# Rain\n\nWet[^1] and [^none].\n\n[^b]: Bee.\n[^1]: One.\n',
    );
    expect(chapters).toEqual([
      ['Ice', 'Snow[1] and [2].\n\n[1] A *note* that goes on.\n\nWith two paragraphs.\n\n[2] Bee.'],
      ['Rain', 'Wet[1] and [^none].\n\n[1] One.'],
    ]);
    expect(losses).toEqual([`footnote 3: ${outcomes.note}`]);
  });

  it('has comments where the author has written them in HTML', async () => {
    const { read } = await summarise('# Ice\n\nSnow <!-- colder! --> fell.\n\n<!-- next -->\n\nMore.');
    expect(read.comments.map(({ text, from }) => [text, read.text.slice(from)])).toEqual([
      ['colder!', ' fell.\n\nMore.'],
      ['next', 'More.'],
    ]);
  });

  it('names what it loses', async () => {
    const { losses, quotes } = await summarise(
      '# A\n\n![a map](x.png) [link](https://x.example) [in](#b) <kbd>x</kbd>\n\n> q\n\n- l\n\n```\nc\n```\n\n|a|\n|-|\n|b|',
    );
    expect(losses).toEqual([
      `image 1: ${outcomes.image}`,
      `link 1: ${outcomes.link}`,
      `style 2: ${outcomes.tag}`,
      `style 1: ${outcomes.quotation}`,
      `style 1: ${outcomes.list}`,
      `style 1: ${outcomes.preformatted}`,
      `table 1: ${outcomes.table}`,
    ]);
    expect(quotes).toContain('a map');
  });

  it('keeps the brackets of a paragraph that has very many', async () => {
    const text = '[a](b '.repeat(300).trim();
    expect(await textOf(`# A\n\n${text}`)).toBe(`# A\n\n${text}`);
  });
});
