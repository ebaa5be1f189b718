import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { countWords } from '@inkbear/prose/word-count';
import { StreamingText } from './streaming-text.ts';
import { untilAborted } from './until-aborted.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('StreamingText renders at most ten times a second and loses no token', () => {
  const streamingText = new StreamingText();
  let drawn = 0;
  const stop = streamingText.subscribe(() => {
    drawn += 1;
  });
  const tokens = ['Once', ' up', 'on', '\n\n', 'a', ' ', 'time. ', 'Ida', 's'];
  for (let token = 0; token < 900; token += 1) {
    streamingText.append(tokens[token % tokens.length] ?? '');
    jest.advanceTimersByTime(2);
  }
  jest.advanceTimersByTime(200);
  expect([drawn >= 10, drawn <= 20]).toEqual([true, true]);
  expect(streamingText.view()).toEqual({
    text: tokens.join('').repeat(100),
    words: countWords(tokens.join('').repeat(100)),
    part: null,
  });
  stop();
  streamingText.append('!');
  expect(streamingText.text.endsWith('!')).toBe(true);
});

it('StreamingText drops the unfinished text of a part that begins again, and knows which parts are finished', () => {
  const streamingText = new StreamingText();
  const part = (index: number, from: number) => ({ index, of: 3, title: 'Snow', from, resultId: 'r1' });
  streamingText.beginPart(part(0, 0));
  streamingText.append('One two.');
  expect(streamingText.finishedParts).toBeNull();
  streamingText.append('\n\n');
  streamingText.beginPart(part(1, 10));
  streamingText.append('Copied words');
  streamingText.beginPart(part(1, 10));
  streamingText.append('Three.');
  jest.advanceTimersByTime(200);
  expect(streamingText.view()).toEqual({ text: 'One two.\n\nThree.', words: 3, part: part(1, 10) });
  expect(streamingText.finishedParts).toEqual({ text: 'One two.', resultId: 'r1', done: 1, of: 3 });
  streamingText.restart();
  expect([streamingText.text, streamingText.finishedParts]).toEqual(['', null]);
});

it('untilAborted rejects with the reason of the abort before the work ends', async () => {
  const control = new AbortController();
  const waiting = untilAborted(new Promise(() => undefined), control.signal);
  control.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  await expect(untilAborted(Promise.resolve(1), control.signal)).rejects.toThrow('stopped');
  await expect(untilAborted(Promise.resolve(2), new AbortController().signal)).resolves.toBe(2);
});
