import { beforeEach, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { forgetAfterSignOut } from './sign-out-guard.ts';
import { TabStore, useTabValue } from './tab-store.ts';

beforeEach(() => sessionStorage.clear());

it('keeps a value while nobody shows it, and ends and forgets all of them at sign-out', async () => {
  const ended: string[] = [];
  const store = new TabStore<string>({ end: (value) => ended.push(value) });
  const first = renderHook(() => useTabValue(store, 'a'));
  act(() => store.set('a', 'lamp'));
  expect(first.result.current).toBe('lamp');
  first.unmount();
  const later = renderHook(() => [useTabValue(store, 'a'), useTabValue(store, 'b')]);
  expect(later.result.current).toEqual(['lamp', undefined]);
  await act(() => forgetAfterSignOut());
  expect([later.result.current, ended]).toEqual([[undefined, undefined], ['lamp']]);
});

const numbers = () => new TabStore<{ text: string; isRunning: boolean }>({
  mustStay: ({ isRunning }) => isRunning,
  left: { name: 'notes', toJson: ({ text }) => (text === '' ? undefined : text), fromJson: (json) => ({ text: String(json), isRunning: false }) },
});

it('has a value again when the page was loaded anew, until its user signs out', async () => {
  const store = numbers();
  store.set('a', { text: 'A lamp.', isRunning: true });
  store.set('b', { text: '', isRunning: false });
  window.dispatchEvent(new Event('pagehide'));
  const again = numbers();
  expect([again.get('a'), again.get('b')]).toEqual([{ text: 'A lamp.', isRunning: false }, undefined]);
  await forgetAfterSignOut();
  expect(numbers().get('a')).toBeUndefined();
});

it('asks before the page is left while something would be lost', () => {
  const store = numbers();
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  store.set('a', { text: '', isRunning: true });
  expect(leave()).toBe(false);
  store.set('a', { text: 'Done.', isRunning: false });
  expect(leave()).toBe(true);
});
