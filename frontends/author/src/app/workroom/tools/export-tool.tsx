import { ExportCard } from '../../../features/exports/components/export-card.tsx';
import type { DeskView } from '../desk-view.ts';

export default function ExportTool({ book, current, flush }: DeskView) {
  return <ExportCard book={book} chapterId={current.id} saveFirst={flush} />;
}
