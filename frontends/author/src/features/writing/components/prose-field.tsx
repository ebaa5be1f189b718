import type { SaveQueue } from '../../../saving/save-queue.ts';
import { useEffect, useMemo, useRef } from 'react';
import { openProseEditor, type ProseEditor } from '../prose-editor.ts';
import styles from './prose-field.module.css';

interface Props {
  queue: SaveQueue;
  label: string;
  language: string;
  isReadOnly: boolean;
  isHidden: boolean;
  /** Receives the editor when it is ready, and null when it is destroyed. */
  onEditor: (editor: ProseEditor | null) => void;
}

/** The text editor of a document; only a new queue creates a new editor. */
export function ProseField({ queue, label, language, isReadOnly, isHidden, onEditor }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const opened = useRef<ProseEditor | null>(null);
  const options = useMemo(() => ({ label, language, isReadOnly }), [label, language, isReadOnly]);
  const latestOptions = useRef(options);
  useEffect(() => {
    latestOptions.current = options;
    opened.current?.setOptions(options);
  }, [options]);
  useEffect(() => {
    if (container.current === null) return undefined;
    const editor = openProseEditor(container.current, queue, latestOptions.current);
    opened.current = editor;
    onEditor(editor);
    return () => {
      opened.current = null;
      onEditor(null);
      editor.destroy();
    };
  }, [queue, onEditor]);
  return <div ref={container} className={styles['field']} hidden={isHidden} />;
}
