import { beforeEach, expect, it } from '@jest/globals';
import { placementOf } from './placement.ts';
import { savedResults, missedResult, reopenedRequest } from './saved-results.ts';
import { resultMemoryOf } from './result-memory.ts';

const row = (resultId: string, kind: string, text: string, variantOf?: string) => ({
  resultId,
  kind,
  text,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...(variantOf ? { variantOf } : {}),
});
const resultMemory = resultMemoryOf('ada');
const since = (currentText: string, base: string | null = null) => ({ currentText, base });
const saved = savedResults([
  row('c', 'coach', '{}'),
  row('b2', 'rewrite', 'Ink again.', 'b'),
  row('b', 'rewrite', 'Ink.'),
  row('a', 'generate', 'A chapter of five words.'),
]);
beforeEach(() => {
  const items = new Map<string, string>();
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
    },
  });
});

it('groups a result with its retries, oldest first, and omits results that are not prose', () => {
  expect(saved.map(({ id, variants }) => [id, variants.map(({ text }) => text)])).toEqual([
    ['b', ['Ink.', 'Ink again.']],
    ['a', ['A chapter of five words.']],
  ]);
});

it('turns the stored variations of a selection into variants', () => {
  const [result] = savedResults([
    row('o', 'options', JSON.stringify({ options: ['One.\n\nOf two paragraphs.', 'Two.'] })),
  ]);
  expect(result?.variants).toEqual(['One.\n\nOf two paragraphs.', 'Two.'].map((text) => ({ resultId: 'o', text })));
  expect(result?.words).toBe(4);
  resultMemory.savePassage('o', { from: 4, to: 8, text: 'bear' });
  expect(reopenedRequest(result!, since('The bear wrote.'), resultMemory)).toMatchObject({
    kind: 'options',
    passage: { text: 'bear' },
  });
  expect(savedResults([row('o', 'options', 'One.\n\nOr two.')])[0]?.variants).toEqual([
    { resultId: 'o', text: 'One.\n\nOr two.' },
  ]);
});

it('offers the newest result that was neither accepted, discarded nor dismissed', () => {
  expect(missedResult(saved, resultMemory)?.id).toBe('b');
  resultMemory.markDone(['b2']);
  expect(missedResult(saved, resultMemory)?.id).toBe('a');
  resultMemory.markDone(['a']);
  expect(missedResult(saved, resultMemory)).toBeNull();
});

it('reopens for its passage while it is unchanged, and otherwise below the text', () => {
  const result = saved[0]!;
  resultMemory.savePassage('b', { from: 4, to: 8, text: 'bear' });
  expect(localStorage.getItem('inkbear-ai-results:ada')).not.toContain('bear');
  expect(reopenedRequest(result, since('The bear wrote of the sea and the wind.'), resultMemory)).toMatchObject({
    kind: 'rewrite',
    passage: { from: 4, to: 8, text: 'bear' },
  });
  expect(reopenedRequest(result, since('The boar wrote of the sea and the wind.'), resultMemory)).toMatchObject({
    kind: 'extend',
    passage: null,
  });
  expect(reopenedRequest(result, since('Ink.'), resultMemory)).toMatchObject({ kind: 'extend', passage: null });
  resultMemory.savePassage('b', null);
  expect(reopenedRequest(result, since('Ink of the sea and the wind.'), resultMemory)).toMatchObject({
    kind: 'rewrite',
    passage: null,
  });
  expect(reopenedRequest(saved[1]!, since('The bear wrote.'), resultMemory)).toMatchObject({
    kind: 'generate',
    passage: null,
  });
});

it('merges from the text of the request, so that later changes stay', () => {
  const [result] = savedResults([{ ...row('p', 'polish', 'She walked. He sat.'), askedRev: 3 }]);
  const currentText = 'She ran. He sat. It rained.';
  expect(result?.askedRev).toBe(3);
  const request = reopenedRequest(result!, since(currentText, 'She ran. He sat.'), resultMemory);
  expect(request.hasUnknownBase).toBeUndefined();
  expect(placementOf(currentText, request, 'She walked. He sat.', null).after).toBe('She walked. He sat. It rained.');
  expect(reopenedRequest(result!, since(currentText), resultMemory)).toMatchObject({
    kind: 'polish',
    hasUnknownBase: true,
  });
  resultMemory.savePassage('b', { from: 4, to: 8, text: 'bear' });
  const moved = reopenedRequest(saved[0]!, since('Once the bear wrote.', 'The bear wrote.'), resultMemory);
  expect(placementOf('Once the bear wrote.', moved, 'ink', null)).toMatchObject({
    place: 'passage',
    range: { from: 9, to: 13 },
  });
});

it('keeps the memory of each user on a device separate', () => {
  resultMemory.markDone(['b', 'a']);
  resultMemory.savePassage('b', { from: 4, to: 8, text: 'bear' });
  const other = resultMemoryOf('ben');
  expect([missedResult(saved, resultMemory), missedResult(saved, other)?.id]).toEqual([null, 'b']);
  expect(reopenedRequest(saved[0]!, since('The bear wrote.'), other)).toMatchObject({ kind: 'extend', passage: null });
});
