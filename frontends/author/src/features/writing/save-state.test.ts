import { expect, it } from '@jest/globals';
import { saveStateOf } from './save-state.ts';

const view = {
  phase: 'clean' as const,
  isDirty: false,
  isOffline: false,
  isPersisted: true,
  isOverQuota: false,
  savedAt: null,
};

it.each([
  ['nothing has been saved yet', view, 'idle'],
  ['changes wait for a pause in typing', { ...view, phase: 'dirty' as const, isDirty: true }, 'unsaved'],
  ['a save is running', { ...view, phase: 'sending' as const, isDirty: true }, 'saving'],
  ['a save has just finished', { ...view, savedAt: 8001 }, 'just-saved'],
  ['two seconds have passed since', { ...view, savedAt: 8000 }, 'saved'],
  [
    'someone types on right after a save',
    { ...view, phase: 'dirty' as const, isDirty: true, savedAt: 9900 },
    'unsaved',
  ],
  ['the network failed', { ...view, phase: 'retrying' as const, isDirty: true, isOffline: true }, 'offline'],
  ['the server is busy', { ...view, phase: 'retrying' as const, isDirty: true }, 'unsaved'],
  [
    'this browser could not store the changes either',
    { ...view, phase: 'retrying' as const, isDirty: true, isOffline: true, isPersisted: false },
    'at-risk',
  ],
  [
    'the storage of the plan is full',
    { ...view, phase: 'retrying' as const, isDirty: true, isOverQuota: true },
    'storage-full',
  ],
  [
    'it is tried again although the storage was full',
    { ...view, phase: 'sending' as const, isDirty: true, isOverQuota: true },
    'storage-full',
  ],
  ['the text was refused', { ...view, phase: 'refused' as const, isDirty: true, savedAt: 9999 }, 'unsaved'],
])('shows the state of the badge when %s', (_when, now, state) => {
  expect(saveStateOf(now, true, 10_000)).toBe(state);
});

it('is offline without a network in every phase', () => {
  expect(saveStateOf({ ...view, savedAt: 9999 }, false, 10_000)).toBe('offline');
});
