import type { Text } from '@codemirror/state';
import { useEffect, useState } from 'react';
import type { SaveQueue } from './save-queue.ts';

/** A document's text, updated after `ms` milliseconds without a change. A keystroke costs one comparison. */
export function useDebouncedText(queue: SaveQueue, ms: number): Text {
  const [text, setText] = useState(() => queue.text);
  useEffect(() => {
    let [lastText, timer] = [queue.text, undefined as ReturnType<typeof setTimeout> | undefined];
    setText(lastText);
    const stop = queue.subscribe(() => {
      if (queue.text === lastText) return;
      lastText = queue.text;
      clearTimeout(timer);
      timer = setTimeout(() => setText(queue.text), ms);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queue, ms]);
  return text;
}
