import { useSyncExternalStore } from 'react';
import type { ProseEditor, Selection } from '../prose-editor.ts';

const noSubscription = () => () => undefined;
const noSelection = () => null;

/** The selection in the editor; null without a selection or an editor. */
export const useSelection = (editor: ProseEditor | null): Selection | null =>
  useSyncExternalStore(editor?.subscribe ?? noSubscription, editor?.selection ?? noSelection);
