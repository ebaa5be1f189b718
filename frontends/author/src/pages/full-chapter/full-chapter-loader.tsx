import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { useMemo } from 'react';
import { manuscriptPort } from '../../features/writing/manuscript-port.ts';
import { useDocument } from '../../features/writing/hooks/use-document.ts';
import { LoadFailed } from '../../ui/load-states.tsx';
import { FullChapterEditor, type FullChapterProps } from './full-chapter-editor.tsx';

/**
 * Loads one chapter for its own page, with the same save queue as in the book editor. Must be keyed by the chapter id.
 */
export function FullChapterLoader(props: FullChapterProps) {
  const { chapter, userId } = props;
  const port = useMemo(() => manuscriptPort({ kind: 'chapter', id: chapter.id }), [chapter.id]);
  const opened = useDocument(userId, `chapter:${chapter.id}`, port);
  if (opened.state === 'open') return <FullChapterEditor {...props} queue={opened.queue} />;
  if (opened.state === 'loading') return <PageSpinner label="Opening the chapter…" />;
  return <LoadFailed title="This chapter could not be opened" error={opened.error} onRetry={opened.retry} />;
}
