import type { SaveQueue } from '../../../saving/save-queue.ts';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useMarkedSpan } from '../hooks/use-marked-span.ts';
import type { ProseEditor } from '../prose-editor.ts';
import { speechLayer } from '../speech-layer.ts';
import styles from './prose-field.module.css';

/** The text in read mode. With an editor, the sentence that is read aloud is marked here too. */
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

/** `from` and `to` mark the spoken part of the line; -1 without one. */
function Line({ line, from, to }: { line: string; from: number; to: number }) {
  const mark = useRef<HTMLElement>(null);
  // Newer browsers return a promise, which an effect must not return.
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
}
const Paragraph = memo(Line);
