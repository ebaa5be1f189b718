import { contextChoice } from '../../../features/ai-tools/context-choice.ts';
import { CoachPanel } from '../../../features/coach/components/coach-panel.tsx';
import type { ToolContext } from '../tool-context.ts';

export default function CoachTool({ book, current, flush }: ToolContext) {
  return <CoachPanel book={book} chapter={current} context={() => contextChoice.read(book.id)} saveFirst={flush} />;
}
