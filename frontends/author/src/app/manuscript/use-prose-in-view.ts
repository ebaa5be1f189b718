import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import type { KeptResult } from '../../features/proposals/kept-results.ts';
import type { ProposalControl } from '../../features/proposals/hooks/use-proposal.ts';
import type { Wish } from '../../features/proposals/wish.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import { useEditorInReach } from './use-editor-in-reach.ts';
import { useReopen } from './use-reopen.ts';

interface Room {
  readonly manuscript: Manuscript;
  readonly queue: SaveQueue;
  readonly control: ProposalControl;
  readonly editor: ProseEditor | null;
  /** Ends reading, and on a narrow screen the tool that covers the prose. */
  readonly toProse: () => void;
}

/** What leads to the prose: the proposal stands below it, so that both can be seen. */
export function useProseInView({ manuscript, queue, control, editor, toProse }: Room) {
  const inReach = useEditorInReach(editor, toProse);
  const reopenKept = useReopen(manuscript, queue, control);
  const ask = (wish: Wish) => {
    toProse();
    control.ask(wish);
  };
  const reopen = (result: KeptResult) => {
    toProse();
    reopenKept(result);
  };
  return { inReach, ask, reopen };
}
