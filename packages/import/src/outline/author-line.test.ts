import { describe, expect, it } from '@jest/globals';
import { readManuscript } from '../read-manuscript.ts';
import { authorOnTitlePage } from './author-line.ts';

describe('the author on a title page', () => {
  it.each<[string[], string]>([
    [['The Lantern Road', 'by A. Writer'], 'A. Writer'],
    [['The Lantern Road', 'A novel', '  By  Ada   Byron '], 'Ada Byron'],
    [['Schnee', 'von Ida Sommer'], 'Ida Sommer'],
    [['By Candlelight', 'A novel'], ''],
    [['Snow', 'by the sea'], ''],
    [['Snow', 'by Ada Byron 2024'], ''],
    [['Snow', 'By All Who Ever Stood In The Snow'], ''],
    [['Snow', `by ${'A'.repeat(81)}`], ''],
    [[], ''],
  ])('of %j is %j', (lines, author) => {
    expect(authorOnTitlePage(lines)).toBe(author);
  });

  it.each([
    ['', 'A. Writer'],
    ['---\nauthor: Ada\n---\n\n', 'Ada'],
  ])('is the author of a file that begins with %j', async (start, author) => {
    const text = `${start}# Snow\n\nby A. Writer\n\n## Chapter 1\n\nIt fell.\n\n## Chapter 2\n\nRain.`;
    expect((await readManuscript(Buffer.from(text), { fileName: 'snow.md' })).author).toBe(author);
  });
});
