import { ExportCard } from '../../../features/exports/components/export-card.tsx';
import { useOpenChapter } from '../open-chapter.ts';

export default function ExportTool() {
  const { book, current, saveFirst } = useOpenChapter();
  return <ExportCard book={book} chapterId={current.id} saveFirst={saveFirst} />;
}
