import { expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { forgetAfterSignOut } from './sign-out-guard.ts';
import { TabStore, useTabValue } from './tab-store.ts';

it('keeps a value while nobody shows it, and ends and forgets all of them at sign-out', async () => {
  const ended: string[] = [];
  const store = new TabStore<string>((value) => ended.push(value));
  const first = renderHook(() => useTabValue(store, 'a'));
  act(() => store.set('a', 'lamp'));
  expect(first.result.current).toBe('lamp');
  first.unmount();
  const later = renderHook(() => [useTabValue(store, 'a'), useTabValue(store, 'b')]);
  expect(later.result.current).toEqual(['lamp', undefined]);
  await act(() => forgetAfterSignOut());
  expect([later.result.current, ended]).toEqual([[undefined, undefined], ['lamp']]);
});
