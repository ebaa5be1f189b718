import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { forgetAfterSignOut } from './sign-out-guard.ts';
import { tabOwner } from './tab-owner.ts';
import { SessionStore, useSessionValue } from './session-store.ts';

beforeEach(() => {
  sessionStorage.clear();
  tabOwner.set(null);
});

it('keeps a value while nobody shows it, and ends and forgets all of them at sign-out', async () => {
  const ended: string[] = [];
  const store = new SessionStore<string>({ dispose: (value) => ended.push(value) });
  const first = renderHook(() => useSessionValue(store, 'a'));
  act(() => store.set('a', 'lamp'));
  expect(first.result.current).toBe('lamp');
  first.unmount();
  const later = renderHook(() => [useSessionValue(store, 'a'), useSessionValue(store, 'b')]);
  expect(later.result.current).toEqual(['lamp', undefined]);
  await act(() => forgetAfterSignOut());
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

describe('whose a value is', () => {
  it('shows nothing to a visitor or another user after a session ended by itself, and has it again for the same user', () => {
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

  it('gives a page that was loaded anew only what its own user left', () => {
    tabOwner.set('ada');
    numbers().set('a', { text: 'A lamp.', isRunning: false });
    window.dispatchEvent(new Event('pagehide'));
    delete document.documentElement.dataset['userId'];
    const store = numbers();
    expect(store.get('a')).toBeUndefined();
    tabOwner.set('ada');
    expect(store.get('a')?.text).toBe('A lamp.');
  });

  it('goes on under the name of who signs in, also when the page was loaded anew on the way', () => {
    const store = numbers();
    store.set('a', { text: 'A lamp.', isRunning: false });
    window.dispatchEvent(new Event('pagehide'));
    tabOwner.set('ada');
    expect(store.get('a')?.text).toBe('A lamp.');
    sessionStorage.setItem('inkbear-draft::notes', JSON.stringify({ b: 'A door.' }));
    expect(numbers().get('b')?.text).toBe('A door.');
    expect(sessionStorage.getItem('inkbear-draft::notes')).toBeNull();
  });

  it('keeps what arrives after the end of its session for its own user', () => {
    tabOwner.set('ada');
    const store = numbers();
    tabOwner.set(null);
    store.setFor('ada', 'a', { text: 'A late lamp.', isRunning: false });
    expect(store.get('a')).toBeUndefined();
    tabOwner.set('ada');
    expect(store.get('a')?.text).toBe('A late lamp.');
  });
});
