import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Hints } from './hints.tsx';

beforeEach(() => {
  jest.useFakeTimers();
  render(
    <>
      <Hints />
      <button type="button" data-hint="Saves now">
        <b>Save</b>
      </button>
      <button type="button" data-hint="Reads aloud">
        Read
      </button>
      <p>Prose</p>
    </>,
  );
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});
const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
const over = (text: string) => act(() => void fireEvent.pointerOver(screen.getByText(text)));
const shown = () => ['Saves now', 'Reads aloud'].filter((text) => screen.queryByText(text) !== null);

it('a hint waits 700 ms, the next one does not, and after 300 ms without one it waits again', () => {
  over('Save');
  pass(699);
  expect(shown()).toEqual([]);
  pass(1);
  expect(shown()).toEqual(['Saves now']);
  over('Read');
  expect(shown()).toEqual(['Reads aloud']);
  over('Prose');
  expect(shown()).toEqual([]);
  pass(299);
  over('Save');
  expect(shown()).toEqual(['Saves now']);
  over('Prose');
  pass(300);
  over('Read');
  pass(699);
  expect(shown()).toEqual([]);
});

it('a hint is gone as soon as its element is pressed, and is none for who left before it came', () => {
  over('Save');
  pass(700);
  fireEvent.pointerDown(screen.getByText('Save'));
  act(() => void fireEvent.pointerOver(screen.getByRole('button', { name: 'Save' })));
  pass(1000);
  expect(shown()).toEqual([]);
  over('Read');
  over('Prose');
  pass(1000);
  expect(shown()).toEqual([]);
});

/** jsdom does not know how the focus came. */
function focusVisible(isVisible: boolean): () => void {
  const matches = Element.prototype.matches;
  const mock = jest.spyOn(Element.prototype, 'matches').mockImplementation(function answer(
    this: Element,
    selector: string,
  ) {
    return selector === ':focus-visible' ? isVisible : matches.call(this, selector);
  });
  return () => mock.mockRestore();
}

it('a hint is shown at once to the keyboard, and closed by Escape or by going on', () => {
  const [save, read] = [screen.getByText('Save').parentElement as HTMLElement, screen.getByText('Read')];
  const restore = focusVisible(true);
  act(() => save.focus());
  expect(shown()).toEqual(['Saves now']);
  act(() => void fireEvent.keyDown(save, { key: 'Escape' }));
  expect(shown()).toEqual([]);
  act(() => read.focus());
  expect(shown()).toEqual(['Reads aloud']);
  act(() => read.blur());
  expect(shown()).toEqual([]);
  restore();
});

it('a click that focuses an element shows no hint', () => {
  const read = screen.getByText('Read');
  const restore = focusVisible(false);
  act(() => read.focus());
  pass(1000);
  expect(shown()).toEqual([]);
  restore();
});
