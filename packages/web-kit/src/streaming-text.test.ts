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
  });
  stop();
  streamingText.append('!');
  expect(streamingText.text.endsWith('!')).toBe(true);
});

it('untilAborted rejects with the reason of the abort before the work ends', async () => {
  const control = new AbortController();
  const waiting = untilAborted(new Promise(() => undefined), control.signal);
  control.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  await expect(untilAborted(Promise.resolve(1), control.signal)).rejects.toThrow('stopped');
  await expect(untilAborted(Promise.resolve(2), new AbortController().signal)).resolves.toBe(2);
});
