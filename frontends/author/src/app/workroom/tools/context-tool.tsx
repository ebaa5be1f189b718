import { ContextPanel } from '../../../features/ai-tools/components/context-panel.tsx';
import type { DeskView } from '../desk-view.ts';

export default function ContextTool({ book, current }: DeskView) {
  return <ContextPanel bookId={book.id} chapterId={current.id} />;
}
