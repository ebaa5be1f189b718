import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { prose } from '../testing/texts.ts';
import { findHits, replaceHits } from './find-hits.ts';
import { surroundingsOf } from './surroundings.ts';

const searchQuery = (query: string, { isCaseSensitive = false, isWholeWord = false } = {}) => ({
  query,
  isCaseSensitive,
  isWholeWord,
});
const words = (text: string, ...rest: Parameters<typeof searchQuery>) =>
  findHits(text, searchQuery(...rest)).map(({ from, to }) => text.slice(from, to));

describe('findHits', () => {
  const text = 'Bear, bears and a forbearing BEAR. The bear’s “den” (cost: $5.00?) Écriture écriture';
  it.each([
    ['bear', {}, ['Bear', 'bear', 'bear', 'BEAR', 'bear']],
    ['bear', { isCaseSensitive: true }, ['bear', 'bear', 'bear']],
    ['bear', { isWholeWord: true }, ['Bear', 'BEAR', 'bear']],
    ["bear's", {}, ['bear’s']],
    ['"den"', {}, ['“den”']],
    ['$5.00?)', {}, ['$5.00?)']],
    ['écriture', {}, ['Écriture', 'écriture']],
    ['criture', { isWholeWord: true }, []],
    ['', {}, []],
    ['5/00', {}, []],
  ] as const)('“%s” %j', (query, how, expected) => expect(words(text, query, how)).toEqual(expected));

  it('matches any white space for a space, but no line break', () =>
    expect(words('two\u00a0words\ntwo words\ntwo\nwords', 'two words')).toEqual(['two\u00a0words', 'two words']));
  it('never matches half of a surrogate pair', () => expect(findHits('🐻🐼', searchQuery('\ud83d'))).toEqual([]));
  it('recognises words that begin with a surrogate pair', () =>
    expect([words('𝒜ab', 'ab', { isWholeWord: true }), words('🐻ab', 'ab', { isWholeWord: true })]).toEqual([
      [],
      ['ab'],
    ]));
  it('stops at the maximum number of hits', () => expect(findHits('a a a a', searchQuery('a'), 2)).toHaveLength(2));

  it('matches special characters literally', () => {
    fc.assert(
      fc.property(prose(20), fc.string({ maxLength: 4 }), prose(20), (before, query, after) => {
        fc.pre(query.isWellFormed() && !query.includes('\r'));
        expect(findHits(before + query + after, searchQuery(query, { isCaseSensitive: true })).length > 0).toBe(
          query !== '',
        );
      }),
    );
  });

  it('searches 90,000 words', () => {
    const book = 'The bear walked along the harbour, past the boats. '.repeat(10_000);
    expect(findHits(book, searchQuery('harbour', { isWholeWord: true }))).toHaveLength(10_000);
  });
});

describe('replaceHits', () => {
  it('keeps an initial capital unless the search is case-sensitive', () => {
    const text = 'Cat, cat. Émile';
    const cats = findHits(text, searchQuery('cat'));
    expect(replaceHits(text, cats, 'dog', true).map(({ insert }) => insert)).toEqual(['Dog', 'dog']);
    expect(replaceHits(text, cats, 'dog', false).map(({ insert }) => insert)).toEqual(['dog', 'dog']);
    expect(replaceHits(text, findHits(text, searchQuery('émile')), '', true)).toEqual([
      { from: 10, to: 15, insert: '' },
    ]);
  });
});

describe('surroundingsOf', () => {
  it('returns the sentence around a hit', () => {
    const text = 'It rained. “Where is the bear?” she asked. He slept.\nA new line.';
    expect(surroundingsOf(text, findHits(text, searchQuery('bear'))[0]!)).toEqual({
      before: '“Where is the ',
      hit: 'bear',
      after: '?”',
    });
    expect(surroundingsOf(text, findHits(text, searchQuery('slept'))[0]!)).toEqual({
      before: 'He ',
      hit: 'slept',
      after: '.',
    });
    expect(surroundingsOf(text, findHits(text, searchQuery('new'))[0]!)).toEqual({
      before: 'A ',
      hit: 'new',
      after: ' line.',
    });
  });

  it('cuts long sentences at words', () => {
    const text = `${'many words '.repeat(20)}HERE${' and more'.repeat(20)}`;
    const { before, after } = surroundingsOf(text, findHits(text, searchQuery('HERE'))[0]!, 20);
    expect([before, after]).toEqual(['…words many words ', ' and more and more…']);
  });
});
