import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { TooltipHost } from './tooltip-host.tsx';

beforeEach(() => {
  jest.useFakeTimers();
  render(
    <>
      <TooltipHost />
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
const advance = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
const over = (text: string) => act(() => void fireEvent.pointerOver(screen.getByText(text)));
const shown = () => ['Saves now', 'Reads aloud'].filter((text) => screen.queryByText(text) !== null);

it('shows the first hint after 700 ms and the next one at once, unless 300 ms have passed without a hint', () => {
  over('Save');
  advance(699);
  expect(shown()).toEqual([]);
  advance(1);
  expect(shown()).toEqual(['Saves now']);
  over('Read');
  expect(shown()).toEqual(['Reads aloud']);
  over('Prose');
  expect(shown()).toEqual([]);
  advance(299);
  over('Save');
  expect(shown()).toEqual(['Saves now']);
  over('Prose');
  advance(300);
  over('Read');
  advance(699);
  expect(shown()).toEqual([]);
});

it('hides a hint when its element is pressed, and shows none after the pointer has left', () => {
  over('Save');
  advance(700);
  fireEvent.pointerDown(screen.getByText('Save'));
  act(() => void fireEvent.pointerOver(screen.getByRole('button', { name: 'Save' })));
  advance(1000);
  expect(shown()).toEqual([]);
  over('Read');
  over('Prose');
  advance(1000);
  expect(shown()).toEqual([]);
});

/** Mocks :focus-visible, which jsdom does not implement. */
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

it('shows a hint at once on keyboard focus, and closes it on Escape or blur', () => {
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

it('shows no hint when a click focuses an element', () => {
  const read = screen.getByText('Read');
  const restore = focusVisible(false);
  act(() => read.focus());
  advance(1000);
  expect(shown()).toEqual([]);
  restore();
});
