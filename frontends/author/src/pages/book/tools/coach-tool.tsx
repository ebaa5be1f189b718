import { contextChoice } from '../../../features/ai-tools/context-choice.ts';
import { CoachPanel } from '../../../features/coach/components/coach-panel.tsx';
import { useOpenChapter } from '../open-chapter.ts';

export default function CoachTool() {
  const { book, current, flush } = useOpenChapter();
  return <CoachPanel book={book} chapter={current} context={() => contextChoice.read(book.id)} saveFirst={flush} />;
}
