import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { isNotFound } from '@inkbear/web-kit/api-error.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { bookQuery } from '../../features/books/books.api.ts';
import { chaptersQuery } from '../../features/chapters/chapters.api.ts';
import { designQuery, matterQuery } from '../../features/press/design.api.ts';
import { openPreview, type PreviewWorker } from '../../features/press/preview/open-preview.ts';
import { BookNotFound, LoadFailed } from '../../ui/load-states.tsx';
import { PressEditor } from './press-editor.tsx';

/** @param props.open starts the preview; only tests replace it */
export default function PressPage({ open = openPreview }: { open?: () => PreviewWorker }) {
  const { id = '' } = useParams();
  const book = useQuery(bookQuery(id));
  const chapters = useQuery(chaptersQuery(id));
  const design = useQuery(designQuery(id));
  const matter = useQuery(matterQuery(id));
  const all = [book, chapters, design, matter];
  if (all.some(({ error }) => isNotFound(error))) return <BookNotFound />;
  const failed = all.filter(({ isError, data }) => isError && data === undefined);
  if (failed.length > 0)
    return (
      <LoadFailed
        title="This book could not be loaded"
        error={failed[0]?.error}
        onRetry={() => {
          for (const query of failed) void query.refetch();
        }}
      />
    );
  if (!book.data || !chapters.data || !design.data || !matter.data)
    return <PageSpinner label="Opening Print & e-book…" />;
  return (
    <>
      <title>{`Print & e-book: ${book.data.title} · Inkbear`}</title>
      <PressEditor
        key={id}
        open={open}
        book={book.data}
        chapters={chapters.data}
        design={design.data}
        matter={matter.data}
      />
    </>
  );
}
