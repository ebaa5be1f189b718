import { ProgressPanel } from '../../../features/chapters/components/progress-panel.tsx';
import { WritingProgress } from '../../../features/progress/components/writing-progress.tsx';
import { useSaveStateValue } from '../../../features/writing/hooks/use-save-state-value.ts';
import { useOpenManuscript } from '../../../manuscript/open-manuscript.ts';
import { useOpenChapter } from '../open-chapter.ts';
import styles from './progress-tool.module.css';

export default function ProgressTool() {
  const { queue, canEdit } = useOpenManuscript();
  const { book, chapters, current } = useOpenChapter();
  const words = useSaveStateValue(queue, (view) => view.words);
  const savedAt = useSaveStateValue(queue, (view) => view.savedAt);
  return (
    <div className={styles['tool']}>
      <ProgressPanel book={book} chapters={chapters} current={current} words={words} canEdit={canEdit} />
      <WritingProgress bookId={book.id} savedAt={savedAt} />
    </div>
  );
}
