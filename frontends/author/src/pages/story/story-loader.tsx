import type { Story } from '@inkbear/contracts/stories/story';
import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { documentIdOf, type Manuscript } from '../../saving/manuscript.ts';
import { useMemo } from 'react';
import { manuscriptPort } from '../../features/writing/manuscript-port.ts';
import { useDocument } from '../../features/writing/hooks/use-document.ts';
import { useFocusMode } from '../../manuscript/use-focus-mode.ts';
import styles from '../../manuscript/manuscript-editor.module.css';
import { LoadFailed } from '../../ui/load-states.tsx';
import { StoryEditor } from './story-editor.tsx';

/** Loads one story, then opens its editor. Must be keyed by the story id. */
export function StoryLoader({ story, userId }: { story: Story; userId: string }) {
  const manuscript = useMemo<Manuscript>(() => ({ kind: 'story', id: story.id }), [story.id]);
  const port = useMemo(() => manuscriptPort(manuscript), [manuscript]);
  const opened = useDocument(userId, documentIdOf(manuscript), port);
  const focusMode = useFocusMode();
  if (opened.state === 'failed')
    return <LoadFailed title="This story could not be opened" error={opened.error} onRetry={opened.retry} />;
  if (opened.state === 'loading') return <PageSpinner label="Opening your story…" />;
  return (
    <div className={styles['editor']} data-focus={focusMode.isFocusMode}>
      <StoryEditor {...{ story, userId, manuscript, focusMode }} queue={opened.queue} />
    </div>
  );
}
