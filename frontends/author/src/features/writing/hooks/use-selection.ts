import { useSyncExternalStore } from 'react';
import type { ProseEditor, Selection } from '../prose-editor.ts';

const nowhere = () => () => undefined;
const nothing = () => null;

/** What is selected in the editor; null without a selection or an editor. */
export const useSelection = (editor: ProseEditor | null): Selection | null =>
  useSyncExternalStore(editor?.subscribe ?? nowhere, editor?.selection ?? nothing);
