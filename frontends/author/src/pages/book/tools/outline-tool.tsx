import { OutlineCard } from '../../../features/outline/components/outline-card.tsx';
import { OutlineMaker } from '../../../features/outline/components/outline-maker.tsx';
import { useOpenManuscript } from '../../../manuscript/open-manuscript.ts';
import { useOpenChapter } from '../open-chapter.ts';

export default function OutlineTool() {
  const { canEdit } = useOpenManuscript();
  const { book } = useOpenChapter();
  return (
    <>
      {canEdit && <OutlineMaker book={book} />}
      <OutlineCard book={book} />
    </>
  );
}
