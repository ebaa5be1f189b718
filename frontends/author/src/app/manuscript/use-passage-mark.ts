import { useCallback, useEffect, useRef } from 'react';
import { findPassage, type Marked } from '../../features/proposals/landing.ts';
import type { Passage } from '../../features/proposals/wish.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import styles from './text-proposal.module.css';

/** Where a passage stood when its text was left or its editor closed. */
const lastSeen = new WeakMap<Passage, Exclude<Marked, null>>();

/** Shows which passage is worked on, and moves with it while the author types. Answers where it stands now. */
export function usePassageMark(editor: ProseEditor | null, passage: Passage | null, layer: string): () => Marked {
  const isMarked = useRef(false);
  useEffect(() => {
    const span = lastPlace(editor, passage);
    if (passage === null || editor === null || span === null || span === 'gone') return undefined;
    editor.mark(layer, [{ ...span, className: styles['passage'] ?? '' }]);
    isMarked.current = true;
    return () => {
      const [now] = editor.marks(layer);
      lastSeen.set(passage, now ?? 'gone');
      isMarked.current = false;
      editor.mark(layer, []);
    };
  }, [editor, passage, layer]);
  return useCallback(
    () => editor?.marks(layer)[0] ?? (isMarked.current ? 'gone' : lastPlace(editor, passage)),
    [editor, passage, layer],
  );
}

/** Where a passage that is not marked must be. One that was deleted is not looked for again, whichever editor shows the text by now. */
function lastPlace(editor: ProseEditor | null, passage: Passage | null): Marked {
  const seen = passage && lastSeen.get(passage);
  if (seen === 'gone') return 'gone';
  return editor && passage && findPassage(editor.text(), { ...passage, ...seen });
}
