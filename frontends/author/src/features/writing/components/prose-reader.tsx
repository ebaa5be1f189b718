import type { SaveQueue } from '../../../saving/save-queue.ts';
import { useEffect, useMemo, useState } from 'react';
import { RenderedMarkup } from '../../../ui/rendered-markup.tsx';
import { useHighlightedRange } from '../hooks/use-highlighted-range.ts';
import type { ProseEditor } from '../prose-editor.ts';
import { speechLayer } from '../speech-layer.ts';
import styles from './prose-field.module.css';

/** The text in read mode, as it will be printed. With an editor, the sentence that is read aloud is marked here too. */
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
  const content = useMemo(() => text.toString(), [text]);
  const marked = useHighlightedRange(editor, speechLayer);
  if (text.length === 0) return <p className={styles['empty']}>Nothing is written here yet.</p>;
  return (
    <article aria-label={label} className={styles['reader']}>
      <RenderedMarkup text={content} marked={marked} />
    </article>
  );
}
