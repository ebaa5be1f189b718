import { expect, it } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useFormDraft } from './form-draft.ts';
import { useSharedForm } from './use-shared-form.ts';

it('restores a draft from before an upgrade, which lacks a new field', () => {
  const values = { start: { text: 'A lamp.' }, typed: { text: 'A lamp, unlit.' } };
  renderHook(() => useFormDraft('plan', { values, save: () => Promise.resolve(false) })).unmount();
  const stored = { text: 'A lamp.', date: '1911-03-04' };
  const { result } = renderHook(() =>
    useSharedForm({ draftKey: 'plan', stored, isValid: () => true, send: () => Promise.resolve(null) }),
  );
  expect([result.current.typed, result.current.conflicts]).toEqual([{ ...stored, text: 'A lamp, unlit.' }, {}]);
});
