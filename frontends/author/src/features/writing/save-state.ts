import type { SaveState } from '@inkbear/ui-kit/save-badge.tsx';
import type { SaveView } from '../../saving/save-view.ts';

/** How long, in milliseconds, 'Saved!' is shown. */
export const justSavedMs = 2000;
/** Milliseconds after which unsaved changes cause a warning. */
export const warnAfterMs = 15_000;
/** Shown when neither the server nor the browser's storage could save the latest changes. */
export const unpersistedWarning =
  'Your browser cannot store your last changes. They are only on this page: keep it open until they are saved.';

type SaveInputs = Pick<SaveView, 'phase' | 'isDirty' | 'isOffline' | 'isPersisted' | 'isOverQuota' | 'savedAt'>;

/** The state of the save badge. Unsaved changes are never shown as saved. */
export function saveStateOf(view: SaveInputs, isOnline: boolean, now: number): SaveState {
  if (!view.isPersisted) return 'at-risk';
  if (!isOnline || view.isOffline) return 'offline';
  if (view.isOverQuota && view.isDirty) return 'storage-full';
  if (view.phase === 'sending') return 'saving';
  if (view.isDirty) return 'unsaved';
  if (view.savedAt === null) return 'idle';
  return now - view.savedAt < justSavedMs ? 'just-saved' : 'saved';
}
