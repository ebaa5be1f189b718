import { OutlineCard } from '../../../features/outline/components/outline-card.tsx';
import { OutlineMaker } from '../../../features/outline/components/outline-maker.tsx';
import type { DeskView } from '../desk-view.ts';

export default function OutlineTool({ book }: DeskView) {
  return (
    <>
      {book.canEdit && <OutlineMaker book={book} />}
      <OutlineCard book={book} />
    </>
  );
}
