import { describe, expect, it } from '@jest/globals';
import mammoth from 'mammoth';
import { standardDesign } from '@inkbear/press/design';
import { writeDesignedDocx } from '@inkbear/press/docx/write-docx';
import { goldenBook } from '@inkbear/press/testing/golden-book';
import { outcomes } from '../../document/outcomes.ts';
import { docxOf, headingStyles, p, r, summarise } from '../../testing/files.ts';

const style = (id: string, name: string, properties = '', basedOn = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${basedOn === '' ? '' : `<w:basedOn w:val="${basedOn}"/>`}${properties}</w:style>`;
const deleted = (text: string): string => `<w:del w:author="Ada"><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const paragraph = (content: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const textOf = async (...args: Parameters<typeof docxOf>): Promise<string> => (await summarise(docxOf(...args))).text;

describe('the text of a Word document', () => {
  it('has paragraphs, styles of characters and manual line breaks', async () => {
    const line = r('She ') + r('saw', '<w:i/>') + r(' it ') + r('all', '<w:b w:val="1"/>') + r('.', '<w:b w:val="0"/>');
    expect(await textOf(p('One.') + paragraph(`${line}<w:r><w:br/></w:r>${r('Then *not*.')}`))).toBe(
      'One.\n\nShe *saw* it **all**.\nThen \\*not\\*.',
    );
  });

  it('has the emphasis of character styles and of paragraph styles that are no display', async () => {
    const styles =
      '<w:style w:type="character" w:styleId="E"><w:name w:val="Emphasis"/><w:rPr><w:i/></w:rPr></w:style>' +
      style('L', 'Letter', '<w:rPr><w:i/></w:rPr>') +
      style('Q', 'Quote', '<w:rPr><w:i/></w:rPr>');
    const text = await textOf(
      paragraph(r('a ') + r('b', '<w:rStyle w:val="E"/>')) + p('Dear Ada', 'L') + p('A quotation', 'Q'),
      { styles },
    );
    expect(text).toBe('a *b*\n\n*Dear Ada*\n\nA quotation');
  });

  it('has headings by style, by inherited style and by outline level', async () => {
    const styles = headingStyles + style('C', 'Contents Heading', '', 'H1');
    const body =
      p('Ice', 'H1') + p('a') + paragraph(r('Rain'), '<w:outlineLvl w:val="0"/>') + p('b') + p('Fog', 'C') + p('c');
    const { chapters } = await summarise(docxOf(body, { styles }));
    expect(chapters).toEqual([
      ['Ice', 'a'],
      ['Rain', 'b'],
      ['Fog', 'c'],
    ]);
  });

  it('has the numbers of lists and of headings without words', async () => {
    const level = (index: number, format: string, pattern: string): string =>
      `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${pattern}"/></w:lvl>`;
    const numbering =
      `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerRoman', '%1.%2)')}</w:abstractNum>` +
      `<w:abstractNum w:abstractNumId="1">${level(0, 'upperRoman', 'Chapter %1')}</w:abstractNum>` +
      `<w:abstractNum w:abstractNumId="2">${level(0, 'bullet', '')}</w:abstractNum>` +
      [0, 1, 2].map((id) => `<w:num w:numId="${id + 1}"><w:abstractNumId w:val="${id}"/></w:num>`).join('');
    const item = (list: number, depth: number, text: string): string =>
      paragraph(r(text), `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>`);
    const heading = paragraph('', '<w:pStyle w:val="H1"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>');
    const body = `${heading}${item(1, 0, 'one')}${item(1, 1, 'two')}${item(1, 1, 'three')}${item(1, 0, 'four')}${item(3, 0, 'five')}${heading}${p('x')}`;
    const { chapters, losses } = await summarise(docxOf(body, { styles: headingStyles, numbering }));
    expect(chapters).toEqual([
      ['Chapter 1', '1. one\n\n1.i) two\n\n1.ii) three\n\n2. four\n\n• five'],
      ['Chapter 2', 'x'],
    ]);
    expect(losses).toEqual([`style 5: ${outcomes.list}`]);
  });

  it('has scene breaks of ornaments, of a style, of a line, and of blank paragraphs where they are rare', async () => {
    const styles = style('S', 'Scene Break');
    const rule = '<w:p><w:r><w:pict><v:rect o:hr="t"/></w:pict></w:r></w:p>';
    const border = paragraph('', '<w:pBdr><w:bottom w:val="single"/></w:pBdr>');
    const blank = '<w:p/>';
    const prose = Array.from({ length: 12 }, (_, index) => p(`p${index}.`)).join('');
    const body = `${prose}${p('* * *')}${p('a.')}${p('', 'S')}${p('b.')}${rule}${p('c.')}${blank}${p('d.')}${p('❦')}${p('e.')}${border}${p('f.')}`;
    expect((await textOf(body, { styles })).split('\n\n').slice(12)).toEqual([
      '***',
      'a.',
      '***',
      'b.',
      '***',
      'c.',
      '***',
      'd.',
      '***',
      'e.',
      '***',
      'f.',
    ]);
    const separated = Array.from({ length: 12 }, (_, index) => p(`p${index}.`)).join(blank);
    expect(await textOf(separated)).not.toContain('***');
    expect(await textOf(`${separated}${blank}${blank}${p('After.')}`)).toContain('p11.\n\n***\n\nAfter.');
  });

  it('begins a new page at page breaks, at paragraphs with one before them, and at sections', async () => {
    const page = paragraph(`<w:r><w:br w:type="page"/></w:r>${r('Ice')}`, '<w:jc w:val="center"/>');
    const before = paragraph(r('Rain'), '<w:pageBreakBefore/><w:jc w:val="center"/>');
    const section = paragraph(r('end.'), '<w:sectPr/>');
    const { chapters } = await summarise(
      docxOf(`${page}${p('a b c.')}${before}${p('d e f.')}${section}${p('Fog')}${p('g h i.')}`),
    );
    expect(chapters).toEqual([
      ['Ice', 'a b c.'],
      ['Rain', 'd e f.\n\nend.'],
      ['Fog', 'g h i.'],
    ]);
  });

  it('takes the title from the title page, and titles of chapters in the same style as headings', async () => {
    const styles = style('T', 'Title') + headingStyles;
    const core =
      '<x xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Microsoft Word - x.docx</dc:title><dc:creator>Ada</dc:creator></x>';
    const rels =
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="x/officeDocument" Target="/word/document.xml"/><Relationship Id="b" Type="x/core-properties" Target="core.xml"/></Relationships>';
    const files = { '_rels/.rels': rels, 'core.xml': core };
    const { read } = await summarise(docxOf(p('Snow', 'T') + p('Ice', 'H1') + p('a'), { styles, files }));
    expect([read.title, read.author]).toEqual(['Snow', 'Ada']);
    const three = ['Ice', 'Rain', 'Fog'].map((title) => p(title, 'T') + p('text')).join('');
    expect((await summarise(docxOf(three, { styles, files }))).chapters.map(([title]) => title)).toEqual([
      'Ice',
      'Rain',
      'Fog',
    ]);
  });

  it('uses other prefixes and the strict namespace alike', async () => {
    const xml =
      '<?xml version="1.0"?><x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:body><x:p><x:r><x:rPr><x:i x:val="true"/></x:rPr><x:t>Snow</x:t></x:r></x:p></x:body></x:document>';
    expect(await textOf('', { files: { 'word/document.xml': xml } })).toBe('*Snow*');
  });

  it('is the text that another reader finds', async () => {
    const docx = await writeDesignedDocx(goldenBook, { design: standardDesign, fontName: 'Literata', date: 0 });
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(docx) });
    const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
    // The other reader also finds the table of contents and the labels of chapters.
    const { text } = await summarise(docx);
    const paragraphs = text
      .split('\n\n')
      .map(letters)
      .filter((one) => one !== '');
    let at = 0;
    for (const one of paragraphs) {
      const found = letters(value).indexOf(one, at);
      expect([one, found >= at]).toEqual([one, true]);
      at = found + one.length;
    }
  });
});

describe('what a Word document loses', () => {
  it('accepts tracked changes and names the deleted words', async () => {
    const body =
      paragraph(`${r('a ')}<w:ins>${r('new ')}</w:ins>${deleted('old words')}${r('b')}`) +
      paragraph(`${r('first ')}`, '<w:rPr><w:del/></w:rPr>') +
      p('second') +
      paragraph(`<w:moveFrom>${r('moved')}</w:moveFrom>`) +
      paragraph(`<w:moveTo>${r('moved')}</w:moveTo>`) +
      `<w:p><w:r><w:rPr><w:i/><w:rPrChange><w:rPr><w:b/></w:rPr></w:rPrChange></w:rPr><w:t>was bold</w:t></w:r></w:p>`;
    const { text, losses, quotes } = await summarise(docxOf(body));
    expect(text).toBe('a new b\n\nfirst second\n\nmoved\n\n*was bold*');
    expect(losses).toEqual([
      `tracked-change 1: ${outcomes.inserted}`,
      `tracked-change 1: ${outcomes.deleted}`,
      `tracked-change 1: ${outcomes.moved}`,
    ]);
    expect(quotes).toContain('old words');
  });

  it('puts footnotes and endnotes at the end of their chapter', async () => {
    const note = (id: number, text: string): string =>
      `<w:footnote w:id="${id}"><w:p><w:r><w:footnoteRef/></w:r>${r(` ${text}`)}</w:p></w:footnote>`;
    const footnotes =
      '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>' +
      note(1, 'A *first* note.') +
      note(2, 'A second one.') +
      note(3, 'A third one.');
    const refer = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const body =
      p('Ice', 'H1') +
      paragraph(`${r('Snow')}${refer(2)}${r(' fell')}${refer(1)}${r('.')}`) +
      p('More.') +
      p('Rain', 'H1') +
      paragraph(`${r('Rain')}${refer(3)}`);
    const { chapters, losses } = await summarise(docxOf(body, { styles: headingStyles, footnotes }));
    expect(chapters).toEqual([
      ['Ice', 'Snow[1] fell[2].\n\nMore.\n\n[1] A second one.\n\n[2] A \\*first\\* note.'],
      ['Rain', 'Rain[1]\n\n[1] A third one.'],
    ]);
    expect(losses).toEqual([`footnote 3: ${outcomes.note}`]);
  });

  it('gives comments with their places', async () => {
    const comments = `<w:comment w:id="0" w:author="Bo">${p('Too cold?')}${p('Really.')}</w:comment><w:comment w:id="7" w:author="Cy">${p('Here.')}</w:comment>`;
    const body =
      p('Before.') +
      paragraph(
        `${r('The ')}<w:commentRangeStart w:id="0"/>${r('white', '<w:i/>')}${r(' snow')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>${r(' fell.')}<w:r><w:commentReference w:id="7"/></w:r>`,
      );
    const { read } = await summarise(docxOf(body, { comments }));
    expect(read.comments).toEqual([
      { author: 'Bo', text: 'Too cold?\nReally.', quote: 'white snow', from: 14, to: 25 },
      { author: 'Cy', text: 'Here.', quote: '', from: 31, to: 31 },
    ]);
    expect(read.text.slice(14, 25)).toBe('white* snow');
  });

  it('keeps the words of text boxes, tables, fields, links and formulas', async () => {
    const box = `<w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent>${p('In a box.')}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${p('In a box.')}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    const cell = (...texts: readonly string[]): string => `<w:tc>${texts.map((text) => p(text)).join('')}</w:tc>`;
    const table = `<w:tbl><w:tr>${cell('a')}${cell('b')}${cell('')}</w:tr><w:tr>${cell('c', 'd')}${cell('e')}</w:tr></w:tbl>`;
    const body =
      paragraph(r('Before') + box + r(' after.')) +
      table +
      paragraph(
        field('REF x', r('page 3')) + `<w:hyperlink r:id="x">${r('a link', '<w:u w:val="single"/>')}</w:hyperlink>`,
      ) +
      paragraph('<m:oMath><m:r><m:t>e=mc²</m:t></m:r></m:oMath>') +
      paragraph(field('TOC \\o', `${r('Contents 1')}</w:p><w:p>${r('Chapter 2')}`) + r('Text.'));
    const { text, losses } = await summarise(docxOf(body));
    expect(text).toBe('Before after.\n\nIn a box.\n\na | b\n\nc\n\nd\n\ne\n\npage 3a link\n\ne=mc²\n\nText.');
    expect(losses).toEqual([
      `text-box 1: ${outcomes.textBox}`,
      `table 1: ${outcomes.table}`,
      `field 1: ${outcomes.field}`,
      `link 1: ${outcomes.link}`,
      `equation 1: ${outcomes.equation}`,
      `field 1: ${outcomes.contents}`,
    ]);
  });

  it('names pictures, symbols, hidden words and looks', async () => {
    const picture = '<w:r><w:drawing><wp:docPr descr="A map of Kent"/><a:blip r:embed="x"/></w:drawing></w:r>';
    const chart = '<w:r><w:drawing><wp:docPr descr="A chart"/></w:drawing></w:r>';
    const body =
      paragraph(`${r('Here')}${picture}${chart}<w:r><w:sym w:font="Wingdings" w:char="F04A"/></w:r>`) +
      paragraph(
        r('secret', '<w:vanish/>') +
          r('under', '<w:u w:val="single"/>') +
          r(' struck', '<w:strike/>') +
          r(' small', '<w:smallCaps/>') +
          r(' raised', '<w:vertAlign w:val="superscript"/>') +
          r(' bright', '<w:highlight w:val="yellow"/>') +
          r(' plain', '<w:u w:val="none"/><w:strike w:val="0"/>'),
      );
    const { text, losses, quotes } = await summarise(docxOf(body));
    expect(text).toBe('Here❖\n\n*under* struck small raised bright plain');
    expect(losses).toEqual([
      `image 1: ${outcomes.image}`,
      `other 1: ${outcomes.embedded}`,
      `other 1: ${outcomes.symbol}`,
      `other 1: ${outcomes.hidden}`,
      `style 1: ${outcomes.underline}`,
      `style 1: ${outcomes.strike}`,
      `style 1: ${outcomes.capitals}`,
      `style 1: ${outcomes.raised}`,
      `style 1: ${outcomes.highlight}`,
    ]);
    expect(quotes.slice(0, 4)).toEqual(['A map of Kent', 'A chart', 'Here❖', 'secret']);
  });

  it('says that running heads and macros are not read', async () => {
    const rels = ['header', 'footer', 'vbaProject']
      .map((type) => `<Relationship Id="${type}" Type="x/${type}" Target="${type}.xml"/>`)
      .join('');
    const files = {
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rels}</Relationships>`,
    };
    expect((await summarise(docxOf(p('a'), { files }))).losses).toEqual([
      `other 2: ${outcomes.runningHead}`,
      `other 1: ${outcomes.macro}`,
    ]);
  });
});
