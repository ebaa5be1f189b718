import type { Text } from '@codemirror/state';
import { useEffect, useState } from 'react';
import type { SaveQueue } from './save-queue.ts';

/**
 * A document's text as it was when nothing had changed it for `ms` milliseconds. Costs a comparison for each keystroke,
 * whatever the length.
 */
export function useDebouncedText(queue: SaveQueue, ms: number): Text {
  const [text, setText] = useState(() => queue.text);
  useEffect(() => {
    let [seen, timer] = [queue.text, undefined as ReturnType<typeof setTimeout> | undefined];
    setText(seen);
    const stop = queue.subscribe(() => {
      if (queue.text === seen) return;
      seen = queue.text;
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
