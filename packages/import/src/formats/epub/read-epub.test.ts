import { describe, expect, it } from '@jest/globals';
import { outcomes } from '../../document/outcomes.ts';
import { epubOf, summarise } from '../../testing/files.ts';

const metadata =
  '<dc:title>Snow</dc:title><dc:title>Book 1</dc:title><dc:creator>Ada</dc:creator><dc:language>de_at</dc:language>';
const prose = '<p>She walked.</p>';
const nav = (list: string): string =>
  `<html xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="landmarks"><ol><li><a href="a.xhtml">Start</a></li></ol></nav><nav epub:type="toc"><ol>${list}</ol></nav></body></html>`;
const navItem = '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>';

describe('an e-book', () => {
  it('has its metadata, and a chapter for each document with a heading', async () => {
    const { read, chapters } = await summarise(
      epubOf({ 'a.xhtml': `<h2>Ice</h2>${prose}`, 'b.xhtml': `<h2>Rain</h2>${prose}<hr/>${prose}` }, { metadata }),
    );
    expect([read.format, read.title, read.author, read.language]).toEqual(['epub', 'Snow', 'Ada', 'de-AT']);
    expect(chapters).toEqual([
      ['Ice', 'She walked.'],
      ['Rain', 'She walked.\n\n***\n\nShe walked.'],
    ]);
    expect(read.sections.map(({ scenes }) => scenes.length)).toEqual([1, 2]);
  });

  it.each([
    [
      'of EPUB 3',
      {
        manifest: navItem,
        files: { 'OPS/nav.xhtml': nav('<li><a href="a.xhtml"> Ice </a></li><li><a href="b.xhtml">Rain</a></li>') },
      },
    ],
    [
      'of EPUB 2',
      {
        manifest: '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
        files: {
          'OPS/toc.ncx':
            '<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd"><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><docTitle><text>Snow</text></docTitle><navMap><navPoint><navLabel><text>Ice</text></navLabel><content src="a.xhtml"/></navPoint><navPoint><navLabel><text>Rain</text></navLabel><content src="b.xhtml"/></navPoint></navMap></ncx>',
        },
      },
    ],
  ])('without headings has the titles of its table of contents %s', async (_name, options) => {
    const documents = { 'a.xhtml': prose, 'b.xhtml': `<p>RAIN</p>${prose}`, 'c.xhtml': '<p>It goes on.</p>' };
    const { chapters } = await summarise(epubOf(documents, options));
    expect(chapters).toEqual([
      ['Ice', 'She walked.'],
      ['Rain', 'She walked.\n\nIt goes on.'],
    ]);
  });

  it('has front and back matter by its types, and by the guide of EPUB 2', async () => {
    const documents = {
      'a.xhtml': '<section epub:type="dedication"><p>For Bo, who waited so long for it to be done.</p></section>',
      'b.xhtml': '<p>Ada lives in Kent.</p>',
      'c.xhtml': `<section epub:type="chapter"><h1>Ice</h1>${prose}</section>`,
      'd.xhtml': `<section role="doc-afterword"><h1>At last</h1>${prose}</section>`,
    };
    const file = epubOf(documents);
    const guide = epubOf(documents, {
      files: {
        'OPS/book.opf':
          '<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest>' +
          Object.keys(documents)
            .map((name) => `<item id="${name}" href="${name}" media-type="application/xhtml+xml"/>`)
            .join('') +
          '</manifest><spine>' +
          Object.keys(documents)
            .map((name) => `<itemref idref="${name}"/>`)
            .join('') +
          '</spine><guide><reference type="copyright-page" href="b.xhtml#top"/></guide></package>',
      },
    });
    expect((await summarise(file)).kinds).toEqual(['front dedication', 'front', 'chapter chapter', 'back afterword']);
    expect((await summarise(guide)).kinds).toEqual([
      'front dedication',
      'front copyright',
      'chapter chapter',
      'back afterword',
    ]);
  });

  it('has notes of the same file and of other files', async () => {
    const refer = (address: string): string => `<a epub:type="noteref" href="${address}"><sup>9</sup></a>`;
    const documents = {
      'a.xhtml': `<h1>Ice</h1><p>Snow${refer('#n1')} and ice${refer('notes.xhtml#n2')}${refer('#missing')}.</p><aside epub:type="footnote" id="n1"><p>A <i>first</i> note.</p></aside>`,
      'b.xhtml': `<h1>Rain</h1>${prose}`,
      'notes.xhtml':
        '<ol><li id="n2"><p>A second note. <a role="doc-backlink" href="a.xhtml">↩</a></p></li><li epub:type="endnote" id="n3"><p>Unused.</p></li></ol>',
    };
    const { chapters, losses, quotes } = await summarise(epubOf(documents));
    expect(chapters).toEqual([
      ['Ice', 'Snow[1] and ice[2][3].\n\n[1] A *first* note.\n\n[2] A second note.\n\n[3] 9'],
      ['Rain', 'She walked.'],
    ]);
    expect(losses).toContain(`footnote 1: ${outcomes.unusedNote}`);
    expect(quotes).toContain('Unused.');
  });

  it('has the emphasis of its style sheets', async () => {
    const files = {
      'OPS/s.css':
        '/* x */ .it, span.other { font-style: italic } @media all { .bo{font-weight:700} } .off { display: none }',
    };
    const manifest = '<item id="css" href="s.css" media-type="text/css"/>';
    const body =
      '<h1>Ice</h1><p>a <span class="it">b</span> <span class="x bo">c</span> <em style="font-style: normal">d</em><span class="off">e</span></p>';
    expect((await summarise(epubOf({ 'a.xhtml': body }, { files, manifest }))).chapters[0]?.[1]).toBe('a *b* **c** d');
  });

  it('says which of its files are missing', async () => {
    const file = epubOf({ 'a.xhtml': `<h1>Ice</h1>${prose}` }, { manifest: '' });
    const spine = epubOf({ 'a.xhtml': `<h1>Ice</h1>${prose}`, 'b.xhtml': '' }, { files: { 'OPS/b.xhtml': '<p/>' } });
    expect((await summarise(file)).losses).toEqual([]);
    expect((await summarise(spine)).losses).toEqual([]);
    const opf =
      '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml"/><item id="b" href="gone.xhtml"/><item id="c" href="../../../etc/passwd"/></manifest><spine><itemref idref="a"/><itemref idref="b"/><itemref idref="c"/></spine></package>';
    const { losses, quotes } = await summarise(epubOf({ 'a.xhtml': prose }, { files: { 'OPS/book.opf': opf } }));
    expect([losses, quotes]).toEqual([[`other 2: ${outcomes.missingFile}`], ['OPS/gone.xhtml', 'etc/passwd']]);
  });

  it('is protected when its texts are encrypted, and readable when only its fonts are', async () => {
    const encryption = (algorithm: string): Record<string, string> => ({
      'META-INF/encryption.xml': `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/></EncryptedData></encryption>`,
    });
    const read = (algorithm: string) => summarise(epubOf({ 'a.xhtml': prose }, { files: encryption(algorithm) }));
    await expect(read('http://www.w3.org/2001/04/xmlenc#aes128-cbc')).rejects.toMatchObject({
      code: 'imports.protected',
    });
    expect((await read('http://www.idpf.org/2008/embedding')).text).toBe('She walked.');
  });
});
