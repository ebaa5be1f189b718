import { useSaveContextChoice } from '../../../features/ai-tools/context-choice.api.ts';
import { CoachPanel } from '../../../features/coach/components/coach-panel.tsx';
import { useOpenChapter } from '../open-chapter.ts';

export default function CoachTool() {
  const { book, current, flush } = useOpenChapter();
  const saveChoice = useSaveContextChoice(book.id);
  return <CoachPanel book={book} chapter={current} saveChoice={saveChoice} saveFirst={flush} />;
}
