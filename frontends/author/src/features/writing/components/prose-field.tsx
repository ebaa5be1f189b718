import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { useEffect, useMemo, useRef } from 'react';
import { openProseEditor, type ProseEditor } from '../prose-editor.ts';
import styles from './prose-field.module.css';

interface Props {
  queue: SaveQueue;
  label: string;
  language: string;
  isReadOnly: boolean;
  isHidden: boolean;
  /** Gets the editor when it is ready, and null when it is gone. */
  onEditor: (editor: ProseEditor | null) => void;
}

/** The editor of a document; only a new queue is a new editor. */
export function ProseField({ queue, label, language, isReadOnly, isHidden, onEditor }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const opened = useRef<ProseEditor | null>(null);
  const options = useMemo(() => ({ label, language, isReadOnly }), [label, language, isReadOnly]);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
    opened.current?.setOptions(options);
  }, [options]);
  useEffect(() => {
    if (place.current === null) return undefined;
    const editor = openProseEditor(place.current, queue, latest.current);
    opened.current = editor;
    onEditor(editor);
    return () => {
      opened.current = null;
      onEditor(null);
      editor.destroy();
    };
  }, [queue, onEditor]);
  return <div ref={place} className={styles['field']} hidden={isHidden} />;
}
