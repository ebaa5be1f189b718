import { useMemo } from 'react';
import { ReadAloud } from '../../../features/read-aloud/read-aloud.tsx';
import type { ReadingSource } from '../../../features/read-aloud/speaker.ts';
import type { DeskView } from '../desk-view.ts';
import { speechLayer } from '../../../features/writing/speech-layer.ts';

/** A draft is listened to more slowly than a finished page. */
const editorRate = 0.9;

export default function ReadAloudTool({ book, current, queue, editor }: DeskView) {
  const source = useMemo((): ReadingSource => ({
    language: book.language.toLowerCase(),
    text: () => queue.text.toString(),
    start: () => editor?.selection() ?? { from: editor?.cursor() ?? 0 },
    show: (span) => {
      editor?.mark(speechLayer, span === null ? [] : [{ ...span, className: 'cm-spoken' }]);
      if (span !== null) editor?.bringIntoView(span);
    },
    spoken: () => editor?.marks(speechLayer)[0] ?? null,
  }), [book.language, queue, editor]);
  return <ReadAloud key={current.id} source={source} defaultRate={editorRate} />;
}
