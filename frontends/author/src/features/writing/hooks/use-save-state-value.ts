import type { SaveQueue } from '../../../saving/save-queue.ts';
import type { SaveView } from '../../../saving/save-view.ts';
import { useSyncExternalStore } from 'react';

/** Selects one value of a document's save state; renders only when that value changes. */
export const useSaveStateValue = <T>(queue: SaveQueue, pick: (view: SaveView) => T): T =>
  useSyncExternalStore(queue.subscribe, () => pick(queue.view()));
