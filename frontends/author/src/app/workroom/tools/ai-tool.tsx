import { AiPanel } from '../../../features/proposals/components/ai-panel.tsx';
import type { DeskView } from '../desk-view.ts';

export default function AiTool({ book, current, isEnhanced, isWriting, onGenerate }: DeskView) {
  return <AiPanel bookId={book.id} chapterId={current.id} isEnhanced={isEnhanced} isBusy={isWriting} onGenerate={onGenerate} />;
}
