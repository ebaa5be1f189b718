import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, renderHook } from '@testing-library/react';
import { useFocusMode } from './use-focus-mode.ts';

const header = () => document.querySelector('header') as HTMLElement;
const toggle = () => fireEvent.keyDown(window, { key: 'F', ctrlKey: true, shiftKey: true });

beforeEach(() => {
  document.body.innerHTML = '<div><header><a href="/">Inkbear</a></header><main id="content"></main></div>';
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

it('makes the covered page header inert until Escape ends focus mode', () => {
  const { result } = renderHook(() => useFocusMode());
  expect(header().inert).toBeFalsy();
  act(() => void toggle());
  expect([result.current.isFocusMode, header().inert]).toEqual([true, true]);
  act(() => void fireEvent.keyDown(window, { key: 'Escape' }));
  expect([result.current.isFocusMode, header().inert]).toEqual([false, false]);
});

it('releases the page header when the editor closes in focus mode', () => {
  const { unmount } = renderHook(() => useFocusMode());
  act(() => void toggle());
  unmount();
  expect(header().inert).toBe(false);
});
