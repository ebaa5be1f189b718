import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { useMemo } from 'react';
import { manuscriptPort } from '../../features/writing/manuscript-port.ts';
import { useDocument } from '../../features/writing/hooks/use-document.ts';
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
  return (
    <ErrorState
      title="This chapter could not be opened"
      text="The server did not answer. Nothing you wrote is affected."
      action={
        <PlainButton look="primary" onClick={opened.retry}>
          Try again
        </PlainButton>
      }
    />
  );
}
