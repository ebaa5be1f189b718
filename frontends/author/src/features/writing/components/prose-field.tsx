import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { openProseEditor, type ProseEditor } from '../prose-editor.ts';
import styles from './prose-field.module.css';

interface Props {
  queue: SaveQueue;
  label: string;
  language: string;
  isReadOnly: boolean;
  isHidden: boolean;
  ref: Ref<ProseEditor | null>;
}

/** The editor of a document; a new queue is a new editor. */
export function ProseField({ queue, label, language, isReadOnly, isHidden, ref }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<ProseEditor | null>(null);
  useEffect(() => {
    if (place.current === null) return undefined;
    const opened = openProseEditor(place.current, queue, { label, language, isReadOnly });
    editor.current = opened;
    return () => {
      editor.current = null;
      opened.destroy();
    };
  }, [queue, label, language, isReadOnly]);
  useImperativeHandle<ProseEditor | null, ProseEditor | null>(ref, () => ({
    text: () => queue.text.toString(),
    accept: (...given) => editor.current?.accept(...given),
    undo: () => editor.current?.undo(),
    focus: () => editor.current?.focus(),
    destroy: () => editor.current?.destroy(),
  }), [queue]);
  return <div ref={place} className={styles['field']} hidden={isHidden} />;
}
