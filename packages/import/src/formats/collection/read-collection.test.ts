import { describe, expect, it } from '@jest/globals';
import { outcomes } from '../../document/outcomes.ts';
import { docxOf, headingStyles, p, summarise, zipOf } from '../../testing/files.ts';

describe('an archive of texts', () => {
  it('is read in the order that people give to names', async () => {
    const file = zipOf({
      'Snow/Chapter 10 - Fog.md': 'Ten.',
      'Snow/Chapter 2.md': '# Rain\n\nTwo.',
      'Snow/01_Ice.docx': docxOf(p('One.')),
      'Snow/chapter 1.md': 'Half.',
    });
    const { read, chapters } = await summarise(file, { fileName: 'Snow.zip' });
    expect([read.format, read.title]).toEqual(['collection', 'Snow']);
    expect(chapters).toEqual([
      ['Ice', 'One.'],
      ['Chapter 1', 'Half.'],
      ['Rain', 'Two.'],
      ['Fog', 'Ten.'],
    ]);
  });

  it('has the notes, comments and losses of all files', async () => {
    const comments = `<w:comment w:id="0" w:author="Bo">${p('Too cold?')}</w:comment>`;
    const commented = `<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>Snow</w:t></w:r><w:commentRangeEnd w:id="0"/></w:p>`;
    const file = zipOf({
      '1.md': '# Ice\n\nSnow[^1].\n\n[^1]: One.',
      '2.docx': docxOf(p('Rain', 'H1') + commented, { comments, styles: headingStyles }),
      '3.md': '# Fog\n\nWet[^1].\n\n[^1]: Two.',
    });
    const { read, chapters } = await summarise(file);
    expect(chapters).toEqual([
      ['Ice', 'Snow[1].\n\n[1] One.'],
      ['Rain', 'Snow'],
      ['Fog', 'Wet[1].\n\n[1] Two.'],
    ]);
    expect(read.comments.map(({ author, quote }) => [author, quote])).toEqual([['Bo', 'Snow']]);
  });

  it('names the files that it does not read, and ignores those of the system', async () => {
    const file = zipOf({ 'a.md': 'Text.', 'b.png': 'x', '__MACOSX/._a.md': 'x', '.DS_Store': 'x', 'x/Thumbs.db': 'x' });
    const { text, losses, quotes } = await summarise(file);
    expect([text, losses, quotes]).toEqual(['# a\n\nText.', [`other 1: ${outcomes.otherFile}`], ['b.png']]);
  });

  it('is damaged when one of its files is', async () => {
    await expect(summarise(zipOf({ 'a.md': 'Text.', 'b.docx': 'no archive' }))).rejects.toMatchObject({
      code: 'imports.damaged',
    });
  });
});
