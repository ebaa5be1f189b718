import type { SaveQueue } from '../saving/save-queue.ts';
import { useMemo } from 'react';
import type { ReadingSource } from '@inkbear/web-kit/read-aloud/speaker.ts';
import type { ProseEditor } from '../features/writing/prose-editor.ts';
import { speechLayer } from '../features/writing/speech-layer.ts';

/**
 * The open manuscript as a source for reading aloud: starts at the selection or cursor, highlights the spoken sentence and
 * scrolls to it.
 */
export const useReadingSource = (queue: SaveQueue, editor: ProseEditor | null, language: string): ReadingSource =>
  useMemo(
    () => ({
      language: language.toLowerCase(),
      text: () => queue.text.toString(),
      start: () => editor?.selection() ?? { from: editor?.cursor() ?? 0 },
      show: (range) => {
        editor?.highlight(speechLayer, range === null ? [] : [{ ...range, className: 'cm-spoken' }]);
        if (range !== null) editor?.bringIntoView(range);
      },
      spoken: () => editor?.highlights(speechLayer)[0] ?? null,
    }),
    [queue, editor, language],
  );
