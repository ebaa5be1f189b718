import { HistoryPanel } from '../../../features/history/components/history-panel.tsx';
import { revertBetween } from '../../../manuscript/revert-change.ts';
import type { StoryToolContext } from '../story-tool-context.ts';

export default function HistoryTool({ manuscript, queue, canEdit }: StoryToolContext) {
  return (
    <HistoryPanel
      manuscript={manuscript}
      queue={queue}
      canEdit={canEdit}
      revert={({ before, after }) => revertBetween(before, after, queue)}
    />
  );
}
