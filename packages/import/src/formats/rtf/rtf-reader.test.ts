import { describe, expect, it } from '@jest/globals';
import { outcomes } from '../../document/outcomes.ts';
import { summarise } from '../../testing/files.ts';

const rtf = (body: string, head = ''): Uint8Array =>
  Buffer.from(`{\\rtf1\\ansi\\ansicpg1252${head}\n${body}}`, 'latin1');
const textOf = async (body: string, head?: string): Promise<string> => (await summarise(rtf(body, head))).text;

describe('RTF', () => {
  it.each([
    ['paragraphs', 'One\\par Two\\\nThree\n four\\par', 'One\n\nTwo\n\nThree four'],
    ['manual line breaks', 'One\\line two\\par', 'One\ntwo'],
    ['styles of characters', 'a {\\i b} \\b c\\b0  \\i d\\plain  e', 'a *b* **c** *d* e'],
    [
      'signs by name',
      '\\ldblquote a\\rdblquote\\emdash b\\~c\\bullet\\lquote\\rquote\\{\\}\\\\',
      '“a”—b\u00a0c•‘’{}\\\\',
    ],
    ['characters in hexadecimal', "caf\\'e9 \\'93a\\'94", 'café “a”'],
    ['Unicode with a fallback', "\\u8220?a\\u8221\\'94 \\uc2\\u233xyb\\uc0\\u233 c", '“a” ébéc'],
    ['characters outside the first plane', '\\u-10180?\\u-9189?', '🀛'],
    ['asterisks', '*a* _b_', '\\*a\\* \\_b\\_'],
    ['scene breaks', 'a.\\par\\qc * * *\\par\\pard b.', 'a.\n\n***\n\nb.'],
    ['tables', '\\trowd\\intbl a\\cell b\\cell\\row\\trowd\\intbl c\\cell\\row\\pard d\\par', 'a | b\n\nc\n\nd'],
    ['binary data, which is skipped', 'a\\bin5 {{{{{b', 'ab'],
    ['destinations that are unknown', 'a{\\*\\unknown b{\\i c}}d', 'ad'],
    ['groups that are not closed', 'a {\\i b{\\footnote c', 'a *b*[1]\n\n[1] c'],
    ['more ends than beginnings', 'a}}}b', 'ab'],
  ])('has %s', async (_name, body, text) => {
    expect(await textOf(body)).toBe(text);
  });

  it('has characters of the code pages of its fonts', async () => {
    const fonts =
      '{\\fonttbl{\\f0 Times;}{\\f1\\fcharset204 Times CYR;}{\\f2\\fcharset128 Mincho;}{\\f3\\fcharset238 Times CE;}}';
    expect(await textOf("\\f1\\'cc\\'ee{\\f2 \\'8a\\'bf}\\f3\\'b9\\f0\\'e9", fonts)).toBe('Мо漢ąé');
    expect((await summarise(Buffer.from("{\\rtf1\\mac caf\\'8e}"))).text).toBe('café');
  });

  it('has headings by style and by outline level', async () => {
    const styles =
      '{\\stylesheet{Normal;}{\\s1 heading 1;}{\\s2\\outlinelevel0 Kapitel;}{\\*\\cs3 Emphasis;}{\\s4 Title;}{\\s5 Chapter Label;}}';
    const { chapters, read } = await summarise(
      rtf(
        '\\pard\\s4 Snow\\par\\pard\\s5 CHAPTER 1\\par\\pard\\s1 Ice\\par\\pard a.\\par\\pard\\s2 Rain\\par\\pard b.\\par\\pard\\outlinelevel0 Fog\\par\\pard c.\\par',
        styles,
      ),
    );
    expect([read.title, ...chapters.slice(1)]).toEqual(['Snow', ['Ice', 'a.'], ['Rain', 'b.'], ['Fog', 'c.']]);
  });

  it('has metadata and the language of the document', async () => {
    const { read } = await summarise(
      rtf('Text.', "\\deflang1031{\\info{\\title Schnee}{\\author Ada B\\'fcchner}{\\company X}}"),
    );
    expect([read.format, read.title, read.author, read.language]).toEqual(['rtf', 'Schnee', 'Ada Büchner', 'de']);
  });

  it('begins new pages at page breaks and sections', async () => {
    const { chapters } = await summarise(
      rtf(
        '\\qc Ice\\par\\pard a b c.\\page\\qc Rain\\par\\pard d e f.\\sect\\qc Fog\\par\\pard g h i.\\par\\pard\\pagebb\\qc Sun\\par\\pard j k l.',
      ),
    );
    expect(chapters.map(([title]) => title).slice(1)).toEqual(['Rain', 'Fog', 'Sun']);
  });

  it('has footnotes, comments and the words of text boxes', async () => {
    const { text, read, losses } = await summarise(
      rtf(
        'Snow{\\super\\chftn}{\\footnote\\pard{\\super\\chftn} A {\\i first} note.\\par More.} fell{\\*\\atnid BO}{\\*\\atnauthor Bo}\\chatn{\\*\\annotation{\\*\\atndate 1}Too cold?}.{\\shp{\\*\\shpinst{\\sp{\\sn x}{\\sv 1}}{\\shptxt In a box.\\par}}{\\shprslt In a box.}}\\par',
      ),
    );
    expect(text).toBe('Snow[1] fell.\n\nIn a box.\n\n[1] A *first* note.\n\nMore.');
    expect(read.comments).toEqual([{ author: 'Bo', text: 'Too cold?', quote: '', from: 12, to: 12 }]);
    expect(losses).toEqual([`text-box 1: ${outcomes.textBox}`, `footnote 1: ${outcomes.note}`]);
  });

  it('names what it loses', async () => {
    const { text, losses, quotes } = await summarise(
      rtf(
        'a {\\pict\\pngblip 8950}{\\*\\shppict{\\pict 89}}{\\nonshppict{\\pict 89}}{\\object{\\*\\objdata 01}{\\result x}}{\\v hidden}{\\ul under}{\\strike  struck}{\\super  up}{\\caps  caps}{\\highlight7  bright}{\\deleted gone}{\\revised  new}{\\header Head}{\\field{\\*\\fldinst HYPERLINK "https://x.example"}{\\fldrslt  link}}{\\field{\\*\\fldinst PAGE}{\\fldrslt 3}}{\\field{\\*\\fldinst TOC}{\\fldrslt list}}{\\listtext 1.\\tab}item',
      ),
    );
    expect(text).toBe('a *under* struck up caps bright new link31. item');
    expect(losses).toEqual([
      `image 2: ${outcomes.image}`,
      `other 1: ${outcomes.embedded}`,
      `other 1: ${outcomes.hidden}`,
      `style 1: ${outcomes.underline}`,
      `style 1: ${outcomes.strike}`,
      `style 1: ${outcomes.raised}`,
      `style 1: ${outcomes.capitals}`,
      `style 1: ${outcomes.highlight}`,
      `tracked-change 1: ${outcomes.deleted}`,
      `tracked-change 1: ${outcomes.inserted}`,
      `other 1: ${outcomes.runningHead}`,
      `link 1: ${outcomes.link}`,
      `field 1: ${outcomes.field}`,
      `field 1: ${outcomes.contents}`,
      `style 1: ${outcomes.list}`,
    ]);
    expect(quotes).toEqual(expect.arrayContaining(['hidden', 'gone']));
  });

  it('is hostile when its groups are nested without end', async () => {
    await expect(summarise(rtf('{'.repeat(5_000)))).rejects.toMatchObject({ code: 'imports.hostile' });
  });
});
