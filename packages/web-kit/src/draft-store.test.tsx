import { beforeEach, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { createDraftStore } from './draft-store.ts';
import { tabOwner } from './tab-owner.ts';

beforeEach(() => {
  sessionStorage.clear();
  tabOwner.set(null);
});

const notes = () => createDraftStore('notes', { title: '', text: '' });

it('keeps what is typed for a form that opens again, and after a reload', () => {
  const store = notes();
  const { result } = renderHook(() => store.useDraft('a'));
  act(() => store.change('a', { text: 'A lamp.' }));
  expect(result.current).toEqual({ title: '', text: 'A lamp.' });
  store.change('b', { title: '' });
  window.dispatchEvent(new Event('pagehide'));
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('"b"');
  const again = notes();
  expect([again.get('a'), again.get('b')]).toEqual([
    { title: '', text: 'A lamp.' },
    { title: '', text: '' },
  ]);
  again.clear('a');
  expect(again.isEmpty(again.get('a'))).toBe(true);
});

it('fills the fields that a draft of an earlier release lacks', () => {
  const store = createDraftStore<{ text: string }>('notes', { text: '' });
  store.set('a', { text: 'A lamp.' });
  window.dispatchEvent(new Event('pagehide'));
  expect(notes().get('a')).toEqual({ title: '', text: 'A lamp.' });
});
