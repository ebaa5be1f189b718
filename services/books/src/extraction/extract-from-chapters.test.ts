import { describe, expect, it } from '@jest/globals';
import { extractFromChapters } from './extract-from-chapters.ts';

const quote = 'Her eyes were grey.';
const before = `It rained. ${quote} Nobody spoke.`;
const text = `${quote} It rained. ${quote} Nobody spoke. ${quote}`;
const last = text.lastIndexOf(quote);

const moved = (passages: readonly { readonly from: number; readonly isNew?: boolean }[]) =>
  extractFromChapters({
    chapters: [{ text, before, passages: passages.map((each) => ({ ...each, to: each.from + quote.length, quote })) }],
    known: [],
    language: 'en',
  }).moved[0]?.map(({ state, from }) => [state, from]);

describe('evidence in a changed chapter', () => {
  it('moves with the changes since the last extraction', () => {
    expect(moved([{ from: before.indexOf(quote) }])).toEqual([['found', text.indexOf(quote, 1)]]);
  });

  it('stays where it is when it has moved to the chapter since, and keeps its place in the list', () => {
    expect(moved([{ from: last, isNew: true }, { from: before.indexOf(quote) }])).toEqual([
      ['found', last],
      ['found', text.indexOf(quote, 1)],
    ]);
  });
});
