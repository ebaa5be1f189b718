import { ProgressPanel } from '../../../features/chapters/components/progress-panel.tsx';
import { useSaveFact } from '../../../features/writing/hooks/use-save-view.ts';
import type { DeskView } from '../desk-view.ts';

export default function ProgressTool({ book, chapters, current, queue }: DeskView) {
  const words = useSaveFact(queue, (view) => view.words);
  return <ProgressPanel book={book} chapters={chapters} current={current} words={words} />;
}
