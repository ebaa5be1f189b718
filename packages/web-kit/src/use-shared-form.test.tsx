import { expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
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

it('keeps a conflict open when the form closes, so that a draft never replaces a newer text by itself', async () => {
  const sent: string[] = [];
  const open = (stored: { text: string }) =>
    renderHook(
      (props) =>
        useSharedForm({
          draftKey: 'conflict',
          stored: props,
          isValid: () => true,
          send: ({ text }) => {
            sent.push(text);
            return Promise.resolve({ text });
          },
        }),
      { initialProps: stored },
    );
  const first = open({ text: 'A lamp.' });
  act(() => first.result.current.edit({ text: 'A lamp, unlit.' }));
  first.rerender({ text: 'A lantern.' });
  expect(first.result.current.conflicts).toEqual({ text: 'A lantern.' });
  await act(async () => first.unmount());
  const again = open({ text: 'A lantern.' });
  expect([again.result.current.typed, again.result.current.conflicts, sent]).toEqual([
    { text: 'A lamp, unlit.' },
    { text: 'A lantern.' },
    [],
  ]);
  act(() => again.result.current.keepMine('text'));
  await act(() => again.result.current.save());
  expect(sent).toEqual(['A lamp, unlit.']);
});
