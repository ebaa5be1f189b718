import { copyText } from '@inkbear/web-kit/copy-text.ts';
import type { Command } from '@inkbear/web-kit/remote-contract.ts';
import type { EditorLayout, OpenManuscript } from './open-manuscript.ts';
import type { Tool } from './tool.ts';

export interface ManuscriptAction {
  readonly id: string;
  readonly label: string;
  readonly keywords?: string[];
  readonly run: () => void;
}

/**
 * The actions for an open manuscript, as listed in the menu and the command palette.
 * @param extraActions the actions of this kind of manuscript only; listed after “Copy”
 */
export const manuscriptActions = (
  { manuscript, queue, saveNow, layout, canEdit, improveTypography }: OpenManuscript,
  extraActions: readonly ManuscriptAction[],
): ManuscriptAction[] => [
  {
    id: 'read',
    label: layout.isReadMode ? 'Edit mode' : 'Read mode',
    keywords: ['read mode', 'edit mode', 'preview'],
    run: () => layout.setReadMode(!layout.isReadMode),
  },
  {
    id: 'focus',
    label: layout.isFocusMode ? 'Leave focus mode' : 'Focus mode',
    keywords: ['distraction', 'full screen'],
    run: () => layout.setFocusMode(!layout.isFocusMode),
  },
  { id: 'save', label: 'Save now', run: saveNow },
  {
    id: 'copy',
    label: `Copy the ${manuscript.kind}`,
    keywords: ['clipboard'],
    run: () => void copyText(queue.text.toString()),
  },
  ...extraActions,
  {
    id: 'goal',
    label: 'Set a goal for this writing session',
    keywords: ['session', 'words', 'target'],
    run: () => layout.setDialog('goal'),
  },
  ...(canEdit
    ? [
        {
          id: 'improve-typography',
          label: 'Use curly quotes and fix dashes',
          keywords: ['smart quotes', 'straight', 'ellipsis', 'spaces', 'typography'],
          run: improveTypography,
        },
      ]
    : []),
  {
    id: 'typography',
    label: layout.isAutoTypographyOn ? 'Stop using curly quotes as you type' : 'Use curly quotes as you type',
    keywords: ['smart quotes', 'curly', 'straight', 'dashes', 'ellipsis', 'typography'],
    run: () => layout.setAutoTypography(!layout.isAutoTypographyOn),
  },
  {
    id: 'typewriter',
    label: layout.isTypewriterOn ? 'Stop typewriter scrolling' : 'Typewriter scrolling: keep the line in the middle',
    keywords: ['centre', 'center', 'cursor', 'scroll'],
    run: () => layout.setTypewriter(!layout.isTypewriterOn),
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    keywords: ['keys', 'help'],
    run: () => layout.setDialog('shortcuts'),
  },
];

/** The palette's commands for the tools and actions of an open manuscript. */
export const manuscriptCommands = (
  actions: readonly ManuscriptAction[],
  tools: readonly Tool[],
  { openTool }: EditorLayout,
): Command[] => [
  ...tools.map(({ id, label }): Command => ({
    id: `editor:tool:${id}`,
    label,
    keywords: ['tool', 'panel'],
    run: () => openTool(id),
  })),
  ...actions.map(({ id, ...action }): Command => ({ id: `editor:${id}`, ...action })),
];
