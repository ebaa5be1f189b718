import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { useMemo } from 'react';
import { manuscriptPort } from '../../features/writing/manuscript-port.ts';
import { useDocument } from '../../features/writing/hooks/use-document.ts';
import { ChapterEditor } from './chapter-editor.tsx';
import type { ChapterProps } from './chapter-props.ts';
import styles from '../../manuscript/manuscript-editor.module.css';

/** Loads one chapter, then opens its editor. */
export function ChapterLoader(props: ChapterProps) {
  const { current, userId } = props;
  const port = useMemo(() => manuscriptPort({ kind: 'chapter', id: current.id }), [current.id]);
  const opened = useDocument(userId, `chapter:${current.id}`, port);
  if (opened.state === 'open') return <ChapterEditor {...props} queue={opened.queue} />;
  return (
    <div className={styles['centre']}>
      <div className={styles['scroll']}>
        <div className={styles['prose']}>
          {opened.state === 'failed' ? (
            <ErrorState
              level={2}
              title="This chapter could not be opened"
              text="The server did not answer. Nothing you wrote is affected."
              action={
                <PlainButton look="primary" onClick={opened.retry}>
                  Try again
                </PlainButton>
              }
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
