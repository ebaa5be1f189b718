import { ReadAloud } from '../../../features/read-aloud/read-aloud.tsx';
import { useReadingSource } from '../../../manuscript/use-reading-source.ts';
import type { ToolContext } from '../tool-context.ts';

/** The editor reads aloud more slowly than a finished page, for proofreading. */
const editorRate = 0.9;

export default function ReadAloudTool({ book, current, queue, editor }: ToolContext) {
  return (
    <ReadAloud key={current.id} source={useReadingSource(queue, editor, book.language)} defaultRate={editorRate} />
  );
}
