import { OutlineCard } from '../../../features/outline/components/outline-card.tsx';
import { OutlineMaker } from '../../../features/outline/components/outline-maker.tsx';
import type { ToolContext } from '../tool-context.ts';

export default function OutlineTool({ book }: ToolContext) {
  return (
    <>
      {book.canEdit && <OutlineMaker book={book} />}
      <OutlineCard book={book} />
    </>
  );
}
