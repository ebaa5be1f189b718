import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { useMemo } from 'react';
import { manuscriptPort } from '../../features/writing/manuscript-port.ts';
import { useDocument } from '../../features/writing/hooks/use-document.ts';
import styles from '../../manuscript/manuscript-editor.module.css';
import { LoadFailed } from '../../ui/load-states.tsx';
import { ChapterEditor, type ChapterEditorProps } from './chapter-editor.tsx';

/** Loads one chapter, then opens its editor. Must be keyed by the chapter id. */
export function ChapterLoader(props: Omit<ChapterEditorProps, 'queue'>) {
  const { current, userId } = props;
  const port = useMemo(() => manuscriptPort({ kind: 'chapter', id: current.id }), [current.id]);
  const opened = useDocument(userId, `chapter:${current.id}`, port);
  if (opened.state === 'open') return <ChapterEditor {...props} queue={opened.queue} />;
  return (
    <div className={styles['centre']}>
      <div className={styles['scroll']}>
        <div className={styles['prose']}>
          {opened.state === 'failed' ? (
            <LoadFailed
              level={2}
              title="This chapter could not be opened"
              error={opened.error}
              onRetry={opened.retry}
            />
          ) : (
            <div aria-busy="true" aria-label="Opening the chapter" role="status">
              <SkeletonLines count={9} />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
