import { useState } from 'react';
import type { AiRequest } from '../features/proposals/ai-request.ts';
import type { KeptResult } from '../features/proposals/kept-results.ts';
import { useSaveFact } from '../features/writing/hooks/use-save-fact.ts';
import type { ProseEditor } from '../features/writing/prose-editor.ts';
import type { EditorDialog, OpenManuscript } from './open-manuscript.ts';
import type { ToolId, ToolMemory } from './tool.ts';
import { useReopenResult } from './use-reopen-result.ts';
import { useRevealingEditor } from './use-revealing-editor.ts';

interface Options extends Pick<
  OpenManuscript,
  | 'manuscript'
  | 'title'
  | 'language'
  | 'userId'
  | 'queue'
  | 'saveNow'
  | 'proposalControl'
  | 'isNarrow'
  | 'isFocused'
  | 'setFocused'
> {
  /** Whether the user may edit the text at all. */
  readonly canEdit: boolean;
  readonly toolMemory: ToolMemory;
}

/** The state of the editor of one chapter or story. */
export function useManuscriptEditor({ canEdit, toolMemory, ...options }: Options): OpenManuscript {
  const { manuscript, queue, proposalControl } = options;
  const [plainEditor, setEditor] = useState<ProseEditor | null>(null);
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const hasConflict = useSaveFact(queue, ({ conflict }) => conflict !== null);
  const { showProse, ...view } = useEditorView(options, toolMemory);
  const editor = useRevealingEditor(plainEditor, showProse);
  const reopenResult = useReopenResult(manuscript, queue, proposalControl);
  // The text comes into view first, so that it is visible together with the proposal.
  const ask = (request: AiRequest) => {
    showProse();
    proposalControl.ask(request);
  };
  const reopen = (result: KeptResult) => {
    showProse();
    reopenResult(result);
  };
  return {
    ...options,
    ...view,
    ...{ editor, plainEditor, setEditor, dialog, setDialog, ask, reopen },
    isWriting: proposalControl.proposal?.run.state === 'writing',
    canEdit: canEdit && !hasConflict,
  };
}

/**
 * The open tool and the read mode. A wide screen reopens the tool that was used last; on a narrow one tools cover the
 * text, so it opens none.
 */
function useEditorView({ userId, isNarrow, setFocused }: Omit<Options, 'canEdit' | 'toolMemory'>, memory: ToolMemory) {
  const [openToolId, setOpenToolId] = useState(() => (isNarrow ? null : memory.read(userId)));
  const [isReading, setReading] = useState(false);
  const openTool = (id: ToolId | null) => {
    // Focus mode hides the tools, so opening one ends it.
    if (id !== null) setFocused(false);
    if (!isNarrow) memory.save(userId, id);
    setOpenToolId(id);
  };
  const showProse = () => {
    setReading(false);
    if (isNarrow) setOpenToolId(null);
  };
  return { openToolId, openTool, isReading, setReading, showProse };
}
