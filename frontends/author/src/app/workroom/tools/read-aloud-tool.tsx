import { ReadAloud } from '../../../features/read-aloud/read-aloud.tsx';
import { useReadingSource } from '../../use-reading-source.ts';
import type { DeskView } from '../desk-view.ts';

/** A draft is listened to more slowly than a finished page. */
const editorRate = 0.9;

export default function ReadAloudTool({ book, current, queue, editor }: DeskView) {
  return (
    <ReadAloud key={current.id} source={useReadingSource(queue, editor, book.language)} defaultRate={editorRate} />
  );
}
