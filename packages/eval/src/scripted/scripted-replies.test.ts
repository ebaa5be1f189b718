import { describe, expect, it } from '@jest/globals';
import { generateBook } from '../books/generate-book.ts';
import { createScriptedReply, scriptedKinds } from './scripted-replies.ts';

const book = generateBook({ seed: 21, words: 20_000 });
const chapter = 2;
const text = book.chapters[chapter]?.text ?? '';
const replyOf = (kind: (typeof scriptedKinds)[number]) => createScriptedReply(book, chapter, kind);
interface Facts {
  facts: { entry: string; value: string; quote: string; paragraph: number }[];
}
const factsOf = (kind: (typeof scriptedKinds)[number]) => (JSON.parse(replyOf(kind).text) as Facts).facts;
const names = new Set(book.entries.map(({ name }) => name));

describe('a scripted reply', () => {
  it('quotes the chapter, with the paragraph and a known entry', () => {
    const facts = factsOf('good');
    expect(facts.length).toBeGreaterThan(10);
    expect(replyOf('good').trueFacts).toEqual(facts);
    for (const { entry, quote, paragraph } of facts) {
      expect(text.split('\n\n')[paragraph - 1]).toContain(quote);
      expect(names.has(entry)).toBe(true);
    }
  });

  it('quotes nothing of the chapter when its quotes are invented', () => {
    expect(factsOf('invented-quotes').filter(({ quote }) => text.includes(quote))).toEqual([]);
    expect(factsOf('invented-quotes').some(({ value }) => value.startsWith('not '))).toBe(true);
  });

  it('names no known entry and no paragraph when its names are wrong', () => {
    const paragraphs = text.split('\n\n').length;
    expect(factsOf('wrong-names').filter(({ entry }) => names.has(entry))).toEqual([]);
    expect(factsOf('wrong-names').filter(({ paragraph }) => paragraph <= paragraphs)).toEqual([]);
  });

  it.each(['cut-json', 'refusal'] as const)('is neither JSON nor true when its kind is %s', (kind) => {
    expect(() => JSON.parse(replyOf(kind).text) as unknown).toThrow(SyntaxError);
    expect(replyOf(kind).trueFacts).toEqual([]);
  });
});
