import { useState } from 'react';
import type { AiRequest } from '../features/proposals/ai-request.ts';
import type { SavedResult } from '../features/proposals/saved-results.ts';
import { useSaveStateValue } from '../features/writing/hooks/use-save-state-value.ts';
import type { ProseEditor } from '../features/writing/prose-editor.ts';
import { typewriterPreference } from '../features/writing/typewriter-preference.ts';
import { typographyPreference } from '../features/writing/typography-preference.ts';
import type { EditorDialog, EditorLayout, OpenManuscript } from './open-manuscript.ts';
import type { ToolId, ToolMemory } from './tool.ts';
import type { FocusMode } from './use-focus-mode.ts';
import { useImproveTypography } from './use-improve-typography.ts';
import { useIsEditorNarrow } from './use-is-editor-narrow.ts';
import { useReopenResult } from './use-reopen-result.ts';
import { useRevealingEditor } from './use-revealing-editor.ts';

interface Options extends Pick<
  OpenManuscript,
  'manuscript' | 'title' | 'language' | 'userId' | 'queue' | 'saveNow' | 'proposalControl'
> {
  /** Whether the user may edit the text at all. */
  readonly canEdit: boolean;
  readonly toolMemory: ToolMemory;
  readonly focusMode: FocusMode;
}

/** The state of the editor of one chapter or story. */
export function useManuscriptEditor({ canEdit, toolMemory, focusMode, ...options }: Options): OpenManuscript {
  const { manuscript, queue, proposalControl } = options;
  const [plainEditor, setEditor] = useState<ProseEditor | null>(null);
  const hasConflict = useSaveStateValue(queue, ({ conflict }) => conflict !== null);
  const { layout, showProse } = useEditorLayout(options.userId, toolMemory, focusMode);
  const editor = useRevealingEditor(plainEditor, showProse);
  const improveTypography = useImproveTypography(manuscript, plainEditor, options.language);
  const reopen = useReopenResult(manuscript, queue, proposalControl);
  // The text comes into view first, so that it is visible together with the proposal.
  const askAi = (request: AiRequest) => {
    showProse();
    proposalControl.ask(request);
  };
  const reopenResult = (result: SavedResult) => {
    showProse();
    reopen(result);
  };
  return {
    ...options,
    ...{ editor, plainEditor, setEditor, layout, improveTypography, askAi, reopenResult },
    isAiRunning: proposalControl.proposal?.run.state === 'writing',
    canEdit: canEdit && !hasConflict,
  };
}

/**
 * The layout of the editor, and a function that uncovers the text. A wide screen reopens the tool that was used last.
 * On a narrow screen tools cover the text, so none is reopened.
 */
function useEditorLayout(
  userId: string,
  memory: ToolMemory,
  focusMode: FocusMode,
): { readonly layout: EditorLayout; readonly showProse: () => void } {
  const isNarrow = useIsEditorNarrow();
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const [openToolId, setOpenToolId] = useState(() => (isNarrow ? null : memory.read(userId)));
  const [isReadMode, setReadMode] = useState(false);
  const [isAutoTypographyOn, setAutoTypographyState] = useState(typographyPreference.isOn);
  const setAutoTypography = (on: boolean) => {
    typographyPreference.set(on);
    setAutoTypographyState(on);
  };
  const [isTypewriterOn, setTypewriterState] = useState(typewriterPreference.isOn);
  const setTypewriter = (on: boolean) => {
    typewriterPreference.set(on);
    setTypewriterState(on);
  };
  const openTool = (id: ToolId | null) => {
    // Focus mode hides the tools, so opening one ends it.
    if (id !== null) focusMode.setFocusMode(false);
    if (!isNarrow) memory.save(userId, id);
    setOpenToolId(id);
  };
  const showProse = () => {
    setReadMode(false);
    if (isNarrow) setOpenToolId(null);
  };
  return {
    layout: {
      hasBottomBar: isNarrow && !focusMode.isFocusMode,
      ...{ isNarrow, ...focusMode, isReadMode, setReadMode, isAutoTypographyOn, setAutoTypography },
      ...{ isTypewriterOn, setTypewriter },
      ...{ openToolId, openTool, dialog, setDialog },
    },
    showProse,
  };
}
