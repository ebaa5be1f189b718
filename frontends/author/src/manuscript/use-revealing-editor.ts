import { useEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { ProseEditor } from '../features/writing/prose-editor.ts';

/** Wraps the editor for the tools: `reveal` first shows the text, in case a tool or the read view covers it. */
export function useRevealingEditor(editor: ProseEditor | null, showProse: () => void): ProseEditor | null {
  const latest = useRef(showProse);
  useEffect(() => {
    latest.current = showProse;
  });
  return useMemo(
    () =>
      editor && {
        ...editor,
        reveal: (range, keepsFocus) => {
          if (keepsFocus !== true) flushSync(() => latest.current());
          editor.reveal(range, keepsFocus);
        },
      },
    [editor],
  );
}
