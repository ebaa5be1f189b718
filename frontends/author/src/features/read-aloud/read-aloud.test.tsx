import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sentenceAt, sentenceBefore, type Span } from '@inkbear/web-kit/read-aloud/sentences.ts';
import type { ReadingSource } from '@inkbear/web-kit/read-aloud/speaker.ts';
import { ttsSettings } from '@inkbear/web-kit/read-aloud/tts-settings.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ReadAloud } from './read-aloud.tsx';

class Utterance {
  voice = null;
  rate = 1;
  volume = 1;
  onend: (() => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
let spoken: Utterance[];
let shown: (Span | null)[];
let text: string;
let start: { from: number; to?: number };
const toasts = collectToasts();
const engine = {
  speak: (utterance: Utterance) => spoken.push(utterance),
  cancel: () => spoken.at(-1)?.onerror?.({ error: 'canceled' }),
  getVoices: () => [],
};
const source = (more: Partial<ReadingSource> = {}): ReadingSource => ({
  text: () => text,
  start: () => start,
  show: (span) => shown.push(span),
  language: 'en',
  ...more,
});
beforeEach(() => {
  [spoken, shown, text, start] = [[], [], 'The bear wrote. It slept.\n\n“Good night,” it said.', { from: 0 }];
  localStorage.clear();
  Object.assign(window, { speechSynthesis: engine, SpeechSynthesisUtterance: Utterance });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const end = () => act(() => spoken.at(-1)?.onend?.());
const spokenTexts = () => spoken.map((utterance) => utterance.text);

describe('ReadAloud', () => {
  it('reads and marks one sentence after another', () => {
    render(<ReadAloud source={source()} />);
    press('Read aloud');
    end();
    end();
    end();
    expect(spokenTexts()).toEqual(['The bear wrote.', 'It slept.', '“Good night,” it said.']);
    expect(shown).toEqual([{ from: 0, to: 15 }, { from: 16, to: 25 }, { from: 27, to: 49 }, null]);
    expect(toasts.map(({ title, description }) => [title, description])).toEqual([
      ['Playing', 'Text-to-speech started'],
    ]);
    expect(screen.getByRole('button', { name: 'Read aloud' })).toBeDefined();
  });

  it('starts in the sentence at the cursor, or at the beginning when the cursor is at the end', () => {
    start = { from: 20 };
    render(<ReadAloud source={source()} />);
    press('Read aloud');
    start = { from: text.length };
    press('Stop');
    press('Read aloud');
    expect(spokenTexts()).toEqual(['It slept.', 'The bear wrote.']);
  });

  it('reads only the selection', () => {
    start = { from: 4, to: 18 };
    render(<ReadAloud source={source()} />);
    press('Read aloud');
    end();
    end();
    expect(spokenTexts()).toEqual(['bear wrote.', 'It']);
  });

  it('pauses, resumes with the current text, and skips', () => {
    let at: Span | null = null;
    render(
      <ReadAloud
        source={source({
          show: (span) => {
            at = span;
          },
          spoken: () => at,
        })}
      />,
    );
    press('Read aloud');
    press('Pause');
    text = `So. ${text.replace('wrote', 'writes')}`;
    at = { from: 4, to: 20 };
    press('Resume');
    press('Next sentence');
    press('Previous sentence');
    press('Previous sentence');
    press('Previous sentence');
    expect(spokenTexts()).toEqual([
      'The bear wrote.',
      'The bear writes.',
      'It slept.',
      'The bear writes.',
      'So.',
      'So.',
    ]);
  });

  it.each(['interrupted', 'canceled'])('pauses without an error when %s by another page', (error) => {
    render(<ReadAloud source={source()} />);
    press('Read aloud');
    act(() => spoken[0]?.onerror?.({ error }));
    expect(toasts.map(({ title }) => title)).toEqual(['Playing']);
    press('Resume');
    expect(spokenTexts()).toEqual(['The bear wrote.', 'The bear wrote.']);
  });

  it('shows an error of the speech engine', () => {
    render(<ReadAloud source={source()} />);
    press('Read aloud');
    act(() => spoken[0]?.onerror?.({ error: 'synthesis-failed' }));
    expect(toasts.at(-1)).toMatchObject({
      title: 'Speech Error',
      description: 'There was an error with text-to-speech',
    });
    expect(shown.at(-1)).toBeNull();
  });

  it('shows an error without text or speech support', () => {
    text = ' \n ';
    render(<ReadAloud source={source()} />);
    press('Read aloud');
    delete (window as { speechSynthesis?: unknown }).speechSynthesis;
    press('Read aloud');
    expect(toasts.map(({ title, description }) => `${title}: ${description ?? ''}`)).toEqual([
      'No text to read: Please provide text to use text-to-speech',
      'Not Supported: Text-to-speech is not supported in your browser',
    ]);
  });

  it('stores the settings and applies changes at once', () => {
    jest.useFakeTimers();
    render(<ReadAloud source={source()} defaultRate={0.9} />);
    expect(screen.getByRole('slider', { name: 'Speed' }).getAttribute('aria-valuetext')).toBe('0.9×');
    press('Read aloud');
    fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '45' } });
    fireEvent.change(screen.getByRole('slider', { name: 'Speed' }), { target: { value: '1.5' } });
    act(() => {
      jest.advanceTimersByTime(250);
    });
    expect(spoken.map(({ text: words, rate, volume }) => [words, rate, volume])).toEqual([
      ['The bear wrote.', 0.9, 0.8],
      ['The bear wrote.', 1.5, 0.45],
    ]);
    expect(JSON.parse(localStorage.getItem('tts-settings') ?? '')).toEqual({ rate: 1.5, volume: 45 });
  });

  it('stores only chosen settings and otherwise uses the default rate', () => {
    render(<ReadAloud source={source()} defaultRate={0.9} />);
    fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '45' } });
    expect([ttsSettings.read(), ttsSettings.read(0.9)]).toMatchObject([
      { rate: 1, volume: 45 },
      { rate: 0.9, volume: 45 },
    ]);
  });

  it('offers rates of 0.1 to 2, pitches of 0 to 2 and volumes of 0 to 100, with their defaults', () => {
    render(<ReadAloud source={source()} />);
    const sliders = screen
      .getAllByRole<HTMLInputElement>('slider')
      .map(({ min, max, step, value }) => [min, max, step, value].map(Number));
    expect(sliders).toEqual([
      [0.1, 2, 0.1, 1],
      [0, 2, 0.1, 1],
      [0, 100, 5, 80],
    ]);
    expect(screen.getByLabelText<HTMLSelectElement>('Voice').value).toBe('default');
  });

  it('stops when the panel closes', () => {
    const { unmount } = render(<ReadAloud source={source()} />);
    press('Read aloud');
    unmount();
    expect(shown.at(-1)).toBeNull();
  });
});

it.each([['not json'], ['{"rate":99,"pitch":"x","volume":-4,"voice":7}']])(
  'ignores invalid stored settings: %s',
  (kept) => {
    localStorage.setItem('tts-settings', kept);
    expect(ttsSettings.read(0.9)).toMatchObject({
      voice: 'default',
      pitch: 1,
      ...(kept.startsWith('{') ? { rate: 2, volume: 0 } : { rate: 0.9, volume: 80 }),
    });
  },
);

it('splits a line of two megabytes quickly, never inside a character', () => {
  const line = '🐻'.repeat(1_000_000);
  const began = performance.now();
  const sentence = sentenceAt(line, 999_999, 'en');
  expect([line.slice(sentence?.from, sentence?.to).isWellFormed(), performance.now() - began < 200]).toEqual([
    true,
    true,
  ]);
  expect(sentenceBefore('One. Two.', 5, 'en')).toEqual({ from: 0, to: 4 });
  expect(sentenceBefore('One. Two.', 0, 'en')).toBeNull();
});
