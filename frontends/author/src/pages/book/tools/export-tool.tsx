import { ExportCard } from '../../../features/exports/components/export-card.tsx';
import type { ToolContext } from '../tool-context.ts';

export default function ExportTool({ book, current, flush }: ToolContext) {
  return <ExportCard book={book} chapterId={current.id} saveFirst={flush} />;
}
