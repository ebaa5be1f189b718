import { HistoryPanel } from '../../../features/history/components/history-panel.tsx';
import type { ToolContext } from '../tool-context.ts';
import { revertBetween } from '../../../manuscript/revert-change.ts';

export default function HistoryTool({ book, current, queue }: ToolContext) {
  return (
    <HistoryPanel
      key={current.id}
      manuscript={{ kind: 'chapter', id: current.id }}
      queue={queue}
      canEdit={book.canEdit}
      revert={({ before, after }) => revertBetween(before, after, queue)}
    />
  );
}
