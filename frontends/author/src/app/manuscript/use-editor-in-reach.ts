import { useEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';

/** The editor for the tools: a place that is gone to can be seen, whatever lay over the prose. */
export function useEditorInReach(editor: ProseEditor | null, toProse: () => void): ProseEditor | null {
  const latest = useRef(toProse);
  useEffect(() => {
    latest.current = toProse;
  });
  return useMemo(
    () =>
      editor && {
        ...editor,
        reveal: (span, keepsFocus) => {
          if (keepsFocus !== true) flushSync(() => latest.current());
          editor.reveal(span, keepsFocus);
        },
      },
    [editor],
  );
}
