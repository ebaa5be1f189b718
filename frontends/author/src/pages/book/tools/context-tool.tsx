import { ContextPanel } from '../../../features/ai-tools/components/context-panel.tsx';
import type { ToolContext } from '../tool-context.ts';

export default function ContextTool({ book, current }: ToolContext) {
  return <ContextPanel bookId={book.id} chapterId={current.id} />;
}
