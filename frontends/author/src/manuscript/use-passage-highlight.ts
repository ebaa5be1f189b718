import { useCallback, useEffect, useRef } from 'react';
import { findPassage, type HighlightedPassage } from '../features/proposals/placement.ts';
import type { Passage } from '../features/proposals/ai-request.ts';
import type { ProseEditor } from '../features/writing/prose-editor.ts';
import styles from './text-proposal.module.css';

/** The last known positions of passages whose editor was closed. */
const lastPositions = new WeakMap<Passage, Exclude<HighlightedPassage, null>>();

/**
 * Highlights the passage that a request is about; the highlight is mapped through every change of the text. Returns a
 * function for the current position.
 */
export function usePassageHighlight(
  editor: ProseEditor | null,
  passage: Passage | null,
  layer: string,
): () => HighlightedPassage {
  const isHighlighted = useRef(false);
  useEffect(() => {
    const range = lastPosition(editor, passage);
    if (passage === null || editor === null || range === null || range === 'gone') return undefined;
    editor.highlight(layer, [{ ...range, className: styles['passage'] ?? '' }]);
    isHighlighted.current = true;
    return () => {
      const [now] = editor.highlights(layer);
      lastPositions.set(passage, now ?? 'gone');
      isHighlighted.current = false;
      editor.highlight(layer, []);
    };
  }, [editor, passage, layer]);
  return useCallback(
    () => editor?.highlights(layer)[0] ?? (isHighlighted.current ? 'gone' : lastPosition(editor, passage)),
    [editor, passage, layer],
  );
}

/**
 * The position of a passage without a highlight. A deleted passage stays deleted, even if a new editor shows the same words
 * elsewhere.
 */
function lastPosition(editor: ProseEditor | null, passage: Passage | null): HighlightedPassage {
  const known = passage && lastPositions.get(passage);
  if (known === 'gone') return 'gone';
  return editor && passage && findPassage(editor.text(), { ...passage, ...known });
}
