import { afterEach, expect, it } from '@jest/globals';
import { cleanup, renderHook } from '@testing-library/react';

afterEach(cleanup);
const persisted = () => {
  window.dispatchEvent(new Event('pagehide'));
  return JSON.parse(sessionStorage.getItem('inkbear-draft::forms') ?? '{}') as Record<string, unknown>;
};

it('restores unsaved form values after a reload, and drops them once saved', async () => {
  sessionStorage.setItem('inkbear-draft::forms', JSON.stringify({ plan: { text: 'A lamp.' }, other: 1 }));
  const { findDraft, useFormDraft } = await import('./form-draft.ts');
  expect(findDraft('plan')).toEqual({ text: 'A lamp.' });
  const form = renderHook<void, { values: { text: string } | null }>(
    ({ values }) => useFormDraft('plan', values === null ? null : { values, save: () => Promise.resolve(true) }),
    { initialProps: { values: { text: 'A lamp.' } } },
  );
  form.rerender({ values: { text: 'A lamp, unlit.' } });
  expect([persisted(), window.dispatchEvent(new Event('beforeunload', { cancelable: true }))]).toEqual([
    { plan: { text: 'A lamp, unlit.' }, other: 1 },
    false,
  ]);
  form.rerender({ values: null });
  expect([persisted(), findDraft('plan')]).toEqual([{ other: 1 }, undefined]);
});

it('neither shows nor saves values of another user', async () => {
  const { findDraft, useFormDraft } = await import('./form-draft.ts');
  const { tabOwner } = await import('./tab-owner.ts');
  tabOwner.set('ada');
  let saves = 0;
  const save = () => {
    saves += 1;
    return Promise.resolve(false);
  };
  const form = renderHook(() => useFormDraft('title', { values: { text: 'Salt' }, save }));
  tabOwner.set(null);
  form.rerender();
  form.unmount();
  expect([findDraft('title'), saves]).toEqual([undefined, 0]);
  tabOwner.set('ada');
  expect(findDraft('title')).toEqual({ text: 'Salt' });
  tabOwner.set('bob');
  expect([findDraft('title'), Object.keys(sessionStorage).filter((key) => key.includes('ada'))]).toEqual([
    undefined,
    [],
  ]);
});
