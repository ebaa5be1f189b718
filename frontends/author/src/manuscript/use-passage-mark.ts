import { useCallback, useEffect, useRef } from 'react';
import { findPassage, type MarkedPassage } from '../features/proposals/placement.ts';
import type { Passage } from '../features/proposals/ai-request.ts';
import type { ProseEditor } from '../features/writing/prose-editor.ts';
import styles from './text-proposal.module.css';

/** The last known positions of passages whose editor was closed. */
const lastPositions = new WeakMap<Passage, Exclude<MarkedPassage, null>>();

/**
 * Marks the passage that a request is about; the mark is mapped through every change of the text. Returns a function
 * for the current position.
 */
export function usePassageMark(
  editor: ProseEditor | null,
  passage: Passage | null,
  layer: string,
): () => MarkedPassage {
  const isMarked = useRef(false);
  useEffect(() => {
    const span = lastPosition(editor, passage);
    if (passage === null || editor === null || span === null || span === 'gone') return undefined;
    editor.mark(layer, [{ ...span, className: styles['passage'] ?? '' }]);
    isMarked.current = true;
    return () => {
      const [now] = editor.marks(layer);
      lastPositions.set(passage, now ?? 'gone');
      isMarked.current = false;
      editor.mark(layer, []);
    };
  }, [editor, passage, layer]);
  return useCallback(
    () => editor?.marks(layer)[0] ?? (isMarked.current ? 'gone' : lastPosition(editor, passage)),
    [editor, passage, layer],
  );
}

/**
 * The position of a passage without a mark. A deleted passage stays deleted, even if a new editor shows the same words
 * elsewhere.
 */
function lastPosition(editor: ProseEditor | null, passage: Passage | null): MarkedPassage {
  const known = passage && lastPositions.get(passage);
  if (known === 'gone') return 'gone';
  return editor && passage && findPassage(editor.text(), { ...passage, ...known });
}
