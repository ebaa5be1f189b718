import { HistoryPanel } from '../../../features/history/components/history-panel.tsx';
import { takeBackBetween } from '../../manuscript/take-back.ts';
import type { StoryDesk } from '../story-desk.ts';

export default function HistoryTool({ manuscript, queue, canEdit }: StoryDesk) {
  return (
    <HistoryPanel
      manuscript={manuscript}
      queue={queue}
      canEdit={canEdit}
      takeBack={({ before, after }) => takeBackBetween(before, after, queue)}
    />
  );
}
