import { describe, expect, it } from '@jest/globals';
import { MentionIndex } from '@inkbear/story-analysis/mentions/find-mentions';
import { findLastMention } from './last-mention.ts';

const index = new MentionIndex([
  { id: 'mara', names: ['Mara', 'Venn'] },
  { id: 'tom', names: ['Tom', 'Venn'] },
]);
const lastOf = (text: string, name = 'Mara') => {
  const before = text.lastIndexOf(name);
  return findLastMention(text, index, { chapterId: 'c1', entryId: name.toLowerCase(), before });
};

describe('the last mention of a name', () => {
  it('is the whole sentence that names it before this place', () => {
    const text = 'It rained. Mara had “grey eyes.” Tom laughed. Then Mara left.';
    const place = lastOf(text);
    expect(place).toEqual({ chapterId: 'c1', from: 11, to: 32, quote: 'Mara had “grey eyes.”' });
    expect(text.slice(place?.from, place?.to)).toBe(place?.quote);
  });

  it('is shortened when the sentence is long, and ends at a line', () => {
    const long = `${'so '.repeat(100)}Mara ${'and on '.repeat(100)}`;
    expect(lastOf(`${long}. Mara left.`)?.quote.length).toBeLessThan(260);
    expect(lastOf('Mara\nwas her name. Mara left.')?.quote).toBe('Mara');
  });

  it('does not exist when only others are named', () => {
    expect(lastOf('Tom waited. Mara left.')).toBeNull();
    expect(lastOf('Venn waited. Mara left.')).toBeNull();
  });
});
