import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useMarkedSpan } from '../hooks/use-marked-span.ts';
import type { ProseEditor } from '../prose-editor.ts';
import { speechLayer } from '../speech-layer.ts';
import styles from './prose-field.module.css';

/** A text as a page to read. With an editor, the sentence that is read aloud shows here as well. */
export function ProseReader({
  queue,
  label,
  editor = null,
}: {
  queue: SaveQueue;
  label: string;
  editor?: ProseEditor | null;
}) {
  const [text, setText] = useState(() => queue.text);
  useEffect(() => queue.subscribe(() => setText(queue.text)), [queue]);
  const lines = useMemo(() => {
    let from = 0;
    return Array.from(text.iterLines(), (line) => {
      const start = from;
      from += line.length + 1;
      return { line, start };
    });
  }, [text]);
  const marked = useMarkedSpan(editor, speechLayer);
  if (text.length === 0) return <p className={styles['empty']}>Nothing is written here yet.</p>;
  return (
    <article aria-label={label} className={styles['reader']}>
      {lines.map(({ line, start }, at) => {
        const isMarked = marked !== null && marked.from < start + line.length && marked.to > start;
        return (
          <Paragraph
            key={at}
            line={line}
            from={isMarked ? Math.max(0, marked.from - start) : -1}
            to={isMarked ? marked.to - start : -1}
          />
        );
      })}
    </article>
  );
}

/** `from` and `to` are the marked stretch of the line; -1 without one. */
const Paragraph = memo(function Paragraph({ line, from, to }: { line: string; from: number; to: number }) {
  const mark = useRef<HTMLElement>(null);
  // Newer browsers answer with a promise, which is no way to end an effect.
  useEffect(() => {
    mark.current?.scrollIntoView?.({ block: 'nearest' });
  }, [from, to]);
  if (from === -1) return <p>{line}</p>;
  return (
    <p>
      {line.slice(0, from)}
      <mark ref={mark} className={styles['spoken']}>
        {line.slice(from, to)}
      </mark>
      {line.slice(to)}
    </p>
  );
});
