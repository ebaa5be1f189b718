import { HistoryPanel } from '../../features/history/components/history-panel.tsx';
import { useOpenManuscript } from '../open-manuscript.ts';
import { revertBetween } from '../revert-change.ts';

export default function HistoryTool() {
  const { manuscript, queue, canEdit } = useOpenManuscript();
  return (
    <HistoryPanel
      {...{ manuscript, queue, canEdit }}
      revert={({ before, after }) => revertBetween(before, after, queue)}
    />
  );
}
