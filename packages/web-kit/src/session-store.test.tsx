import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { discardAfterSignOut } from './sign-out-guard.ts';
import { tabOwner } from './tab-owner.ts';
import { SessionStore, useSessionValue } from './session-store.ts';

beforeEach(() => {
  sessionStorage.clear();
  tabOwner.set(null);
});

it('keeps a value without subscribers, and disposes of all values at sign-out', async () => {
  const ended: string[] = [];
  const store = new SessionStore<string>({ dispose: (value) => ended.push(value) });
  const first = renderHook(() => useSessionValue(store, 'a'));
  act(() => store.set('a', 'lamp'));
  expect(first.result.current).toBe('lamp');
  first.unmount();
  const later = renderHook(() => [useSessionValue(store, 'a'), useSessionValue(store, 'b')]);
  expect(later.result.current).toEqual(['lamp', undefined]);
  await act(() => discardAfterSignOut());
  expect([later.result.current, ended]).toEqual([[undefined, undefined], ['lamp']]);
});

const numbers = () =>
  new SessionStore<{ text: string; isRunning: boolean }>({
    needsUnloadWarning: ({ isRunning }) => isRunning,
    persistence: {
      name: 'notes',
      toJson: ({ text }) => (text === '' ? undefined : text),
      fromJson: (json) => ({ text: String(json), isRunning: false }),
    },
  });

it('restores a value after a reload until its user signs out', async () => {
  const store = numbers();
  store.set('a', { text: 'A lamp.', isRunning: true });
  store.set('b', { text: '', isRunning: false });
  window.dispatchEvent(new Event('pagehide'));
  const again = numbers();
  expect([again.get('a'), again.get('b')]).toEqual([{ text: 'A lamp.', isRunning: false }, undefined]);
  await discardAfterSignOut();
  expect(numbers().get('a')).toBeUndefined();
});

it('warns before unload while a value would be lost', () => {
  const store = numbers();
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  store.set('a', { text: '', isRunning: true });
  expect(leave()).toBe(false);
  store.set('a', { text: 'Done.', isRunning: false });
  expect(leave()).toBe(true);
});

describe('ownership of values', () => {
  it('hides values from visitors and other users after a session has expired, and restores them for the same user', () => {
    tabOwner.set('ada');
    const store = numbers();
    store.set('a', { text: 'A lamp.', isRunning: false });
    tabOwner.set(null);
    expect([store.get('a'), numbers().get('a')]).toEqual([undefined, undefined]);
    tabOwner.set('ada');
    expect(store.get('a')?.text).toBe('A lamp.');
    tabOwner.set(null);
    tabOwner.set('bob');
    expect([store.get('a'), numbers().get('a'), Object.keys(sessionStorage)]).toEqual([undefined, undefined, []]);
  });

  it('restores only values of the current user after a reload', () => {
    tabOwner.set('ada');
    numbers().set('a', { text: 'A lamp.', isRunning: false });
    window.dispatchEvent(new Event('pagehide'));
    delete document.documentElement.dataset['userId'];
    const store = numbers();
    expect(store.get('a')).toBeUndefined();
    tabOwner.set('ada');
    expect(store.get('a')?.text).toBe('A lamp.');
  });

  it('moves a visitor’s values to the user who signs in, also across a reload', () => {
    const store = numbers();
    store.set('a', { text: 'A lamp.', isRunning: false });
    window.dispatchEvent(new Event('pagehide'));
    tabOwner.set('ada');
    expect(store.get('a')?.text).toBe('A lamp.');
    sessionStorage.setItem('inkbear-draft::notes', JSON.stringify({ b: 'A door.' }));
    expect(numbers().get('b')?.text).toBe('A door.');
    expect(sessionStorage.getItem('inkbear-draft::notes')).toBeNull();
  });

  it('stores values that arrive after the session for their own user', () => {
    tabOwner.set('ada');
    const store = numbers();
    tabOwner.set(null);
    store.setFor('ada', 'a', { text: 'A late lamp.', isRunning: false });
    expect(store.get('a')).toBeUndefined();
    tabOwner.set('ada');
    expect(store.get('a')?.text).toBe('A late lamp.');
  });
});
