import { describe, expect, it } from '@jest/globals';
import type { ProviderRequest } from '@inkbear/ai/src/providers/provider.ts';
import { generateBook } from '../books/generate-book.ts';
import { ScriptedProvider } from './scripted-provider.ts';
import { createScriptedReply, scriptedKinds } from './scripted-replies.ts';

const book = generateBook({ seed: 21, words: 20_000 });
const chapter = 2;
const text = book.chapters[chapter]?.text ?? '';
const replyOf = (kind: (typeof scriptedKinds)[number]) => createScriptedReply(book, chapter, kind);
interface Facts {
  facts: { entry: string; value: string; quote: string; paragraph: number }[];
}
const factsOf = (kind: (typeof scriptedKinds)[number]) => (JSON.parse(replyOf(kind).text) as Facts).facts;
const ids = new Set(book.entries.map(({ id }) => id));

describe('a scripted reply', () => {
  it('quotes the chapter, with the paragraph and a known entry', () => {
    const facts = factsOf('good');
    expect(facts.length).toBeGreaterThan(10);
    expect(replyOf('good').trueFacts).toBe(facts.length);
    for (const { entry, quote, paragraph } of facts) {
      expect(text.split('\n\n')[paragraph - 1]).toContain(quote);
      expect(ids.has(entry)).toBe(true);
    }
  });

  it('quotes nothing of the chapter when its quotes are invented', () => {
    expect(factsOf('invented-quotes').filter(({ quote }) => text.includes(quote))).toEqual([]);
    expect(factsOf('invented-quotes').some(({ value }) => value.startsWith('not '))).toBe(true);
  });

  it('names no known entry and no paragraph when its ids are wrong', () => {
    const paragraphs = text.split('\n\n').length;
    expect(factsOf('wrong-ids').filter(({ entry }) => ids.has(entry))).toEqual([]);
    expect(factsOf('wrong-ids').filter(({ paragraph }) => paragraph <= paragraphs)).toEqual([]);
  });

  it.each(['cut-json', 'refusal'] as const)('is neither JSON nor true when its kind is %s', (kind) => {
    expect(() => JSON.parse(replyOf(kind).text) as unknown).toThrow(SyntaxError);
    expect(replyOf(kind).trueFacts).toBe(0);
  });
});

describe('the scripted provider', () => {
  const request = { stable: 'rules', volatile: 'text', expects: 'text', maxOutputTokens: 100 } as ProviderRequest;
  const ask = (provider: ScriptedProvider, signal = new AbortController().signal) => {
    const pieces: string[] = [];
    let accepted = 0;
    const reply = provider.generate(request, {
      signal,
      onAccepted: () => (accepted += 1),
      onDelta: (piece) => pieces.push(piece),
      share: 'user',
    });
    return reply.then((value) => ({ value, pieces, accepted }));
  };

  it('gives its replies in order and in pieces, and fails when there are no more', async () => {
    const texts = scriptedKinds.map((kind) => replyOf(kind).text);
    const provider = new ScriptedProvider(texts);
    for (const expected of texts) {
      const { value, pieces, accepted } = await ask(provider);
      expect([value.text, pieces.join(''), accepted]).toEqual([expected, expected, 1]);
    }
    expect(provider.requests).toEqual(texts.map(() => request));
    await expect(ask(provider)).rejects.toThrow('no more scripted replies');
  });

  it('stops when the call is aborted', async () => {
    const controller = new AbortController();
    controller.abort(new Error('stopped'));
    const provider = new ScriptedProvider(['text']);
    await expect(ask(provider, controller.signal)).rejects.toThrow('stopped');
    expect(provider.requests).toEqual([]);
  });
});
