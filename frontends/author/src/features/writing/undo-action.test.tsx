import { expect, it } from '@jest/globals';
import { Text } from '@codemirror/state';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { waitFor } from '@testing-library/react';
import { undoAction } from './undo-action.ts';

const toasts = collectToasts();
const changeWith = (undo: () => boolean | null) => ({ text: Text.empty, ranges: [], undo });
const never = () => Promise.reject(new Error('The chapter is open.'));

it('shows a toast only when the change could not be reverted', () => {
  undoAction(
    'chapter',
    changeWith(() => true),
    never,
  ).run();
  expect(toasts).toEqual([]);
  undoAction(
    'chapter',
    changeWith(() => false),
    never,
  ).run();
  expect(toasts).toMatchObject([{ title: 'Undo failed', tone: 'destructive' }]);
});

it('reverts in a closed chapter and reports the outcome', async () => {
  const change = changeWith(() => null);
  undoAction('chapter', change, (requested) => Promise.resolve(requested === change ? 'saved' : 'refused')).run();
  await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Undone' }));
  undoAction('chapter', change, () => Promise.resolve('unsaved')).run();
  await waitFor(() => expect(toasts.at(-1)?.description).toMatch(/not saved yet; saving is retried automatically/));
  undoAction('chapter', change, () => Promise.resolve('refused')).run();
  await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Undo failed', tone: 'destructive' }));
  undoAction('chapter', change, () => Promise.reject(new TypeError('Failed to fetch'))).run();
  await waitFor(() => expect(toasts.at(-1)?.description).toMatch(/^The server did not answer/));
});
