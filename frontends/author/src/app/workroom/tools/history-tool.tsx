import { HistoryPanel } from '../../../features/history/components/history-panel.tsx';
import type { DeskView } from '../desk-view.ts';
import { takeBackBetween } from '../../manuscript/take-back.ts';

export default function HistoryTool({ book, current, queue }: DeskView) {
  return (
    <HistoryPanel
      key={current.id}
      manuscript={{ kind: 'chapter', id: current.id }}
      queue={queue}
      canEdit={book.canEdit}
      takeBack={({ before, after }) => takeBackBetween(before, after, queue)}
    />
  );
}
