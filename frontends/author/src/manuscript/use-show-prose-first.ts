import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import type { AiRequest } from '../features/proposals/ai-request.ts';
import type { ProposalControl } from '../features/proposals/hooks/use-proposal.ts';
import type { KeptResult } from '../features/proposals/kept-results.ts';
import type { ProseEditor } from '../features/writing/prose-editor.ts';
import { useReopenResult } from './use-reopen-result.ts';
import { useRevealingEditor } from './use-revealing-editor.ts';

interface OpenManuscript {
  readonly manuscript: Manuscript;
  readonly queue: SaveQueue;
  readonly control: ProposalControl;
  readonly editor: ProseEditor | null;
  /** Ends read mode and, on a narrow screen, closes the tool that covers the text. */
  readonly showProse: () => void;
}

/** Brings the text into view before anything happens in it, so that text and proposal are visible together. */
export function useShowProseFirst({ manuscript, queue, control, editor, showProse }: OpenManuscript) {
  const revealingEditor = useRevealingEditor(editor, showProse);
  const reopenResult = useReopenResult(manuscript, queue, control);
  const ask = (request: AiRequest) => {
    showProse();
    control.ask(request);
  };
  const reopen = (result: KeptResult) => {
    showProse();
    reopenResult(result);
  };
  return { revealingEditor, ask, reopen };
}
