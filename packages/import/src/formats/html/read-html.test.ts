import { describe, expect, it } from '@jest/globals';
import { outcomes } from '../../document/outcomes.ts';
import { bytesOf, summarise } from '../../testing/files.ts';

const textOf = async (body: string): Promise<string> =>
  (await summarise(`<!DOCTYPE html><html><body>${body}</body></html>`)).text;

describe('HTML', () => {
  it.each([
    [
      'paragraphs and white space',
      '<p>One\n  two</p>\n<div>Three<p>Four</div>Five',
      'One two\n\nThree\n\nFour\n\nFive',
    ],
    ['emphasis that is closed in any order', '<p>a <b>b <i>c</b> d</i> e', 'a **b *c*** *d* e'],
    ['emphasis that is not closed', '<p>a <i>b<p>c</i> d', 'a *b*\n\n*c* d'],
    ['manual line breaks, and blank lines of them', '<p>a<br>b<br><br>c<br/></p>', 'a\nb\n\nc'],
    ['characters by name and by number', '<p>caf&eacute; &#8212; &amp;&nbsp;x &unknown;', 'café — &\u00a0x &unknown;'],
    ['headings', '<h1>A</h1><p>x</p><h2>B <em>c</em></h2><p>y</p>', '# A\n\nx\n\n# B *c*\n\ny'],
    ['scene breaks', '<p>a<hr>b<p>* * *<p>c', 'a\n\n***\n\nb\n\n***\n\nc'],
    ['lists', '<ul><li>a<li><p>b</p></ul><ol start=3><li>c</li><li>d</li></ol>', '• a\n\n• b\n\n3. c\n\n4. d'],
    ['tables', '<table><tr><td>a<td>b<tr><th>c</th></table>', 'a | b\n\nc'],
    ['preformatted text', '<pre>a\n  b</pre>', 'a\nb'],
    ['ends without beginnings', '</p></div></i>a', 'a'],
    ['asterisks', '<p>*a* _b_', '\\*a\\* \\_b\\_'],
    [
      'comments and scripts, which are not read',
      '<p>a<!-- b --><script>c</script><style>p{}</style><noscript>d</noscript>e',
      'ae',
    ],
  ])('has %s', async (_name, body, text) => {
    expect(await textOf(body)).toBe(text);
  });

  it('has a title, an author and a language', async () => {
    const { read } = await summarise(
      '<html lang="fr"><head><title>La neige</title><meta name="author" content="Ada"></head><body><p>Elle marche.</p></body></html>',
    );
    expect([read.format, read.title, read.author, read.language]).toEqual(['html', 'La neige', 'Ada', 'fr']);
  });

  it('has the emphasis of its own style sheet', async () => {
    expect(await textOf('<style>.c3{font-style:italic}</style><p>a <span class="c3 c4">b</span></p>')).toBe('a *b*');
  });

  it('is read in the encoding that it names', async () => {
    const html = '<!DOCTYPE html><html><head><meta charset="iso-8859-2"></head><body><p>x';
    const bytes = Buffer.concat([bytesOf(html), Buffer.from([0xb1])]);
    expect((await summarise(bytes)).text).toBe('xą');
  });

  it('names what it loses', async () => {
    const { losses, quotes } = await summarise(
      '<html><body><nav>Contents</nav><p>a<img alt="A map"> <u>b</u> <s>c</s><sup>d</sup><a href="https://x.example">e</a><a href="#f">f</a><math>g</math></p><blockquote>h</blockquote><ul><li>i</ul><iframe src="x"></iframe><p hidden>j</p></body></html>',
    );
    expect(losses).toEqual([
      `field 1: ${outcomes.contents}`,
      `image 1: ${outcomes.image}`,
      `style 1: ${outcomes.underline}`,
      `style 1: ${outcomes.strike}`,
      `style 1: ${outcomes.raised}`,
      `link 1: ${outcomes.link}`,
      `equation 1: ${outcomes.equation}`,
      `style 1: ${outcomes.quotation}`,
      `style 1: ${outcomes.list}`,
      `other 1: ${outcomes.markup}`,
      `other 1: ${outcomes.hidden}`,
    ]);
    expect(quotes).toContain('A map');
  });
});
