import { OutlineCard } from '../../../features/outline/components/outline-card.tsx';
import type { DeskView } from '../desk-view.ts';

export default function OutlineTool({ book }: DeskView) {
  return <OutlineCard book={book} />;
}
