import { type Book } from '@inkbear/contracts/books/book';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { useQuery } from '@tanstack/react-query';
import { outlineAnalysisQuery } from '../../books/books.api.ts';
import { useExportOutline } from '../../exports/exports.api.ts';
import { useFocusReturn } from '@inkbear/web-kit/use-focus-return.ts';
import { RunningWork } from '../../../ui/running-work.tsx';
import { FactList } from '../../../ui/side-card.tsx';
import styles from './outline-card.module.css';

/** The outline, its analysis and its PDF export. */
export function OutlineCard({ book }: { book: Book }) {
  const analysis = useQuery(outlineAnalysisQuery(book.id));
  const exporting = useExportOutline(book);
  const returnFocusTo = useFocusReturn(exporting.isPending);
  return (
    <div className={styles['card']}>
      {analysis.isPending && <SkeletonLines count={3} />}
      {analysis.isError && (
        <p className={styles['note']}>
          The analysis could not be loaded.{' '}
          <button type="button" className={styles['link']} onClick={() => void analysis.refetch()}>
            Try again
          </button>
        </p>
      )}
      {analysis.data && <Analysis data={analysis.data} />}
      {book.outline.trim() === '' ? (
        <p className={styles['note']}>
          This book has no outline yet. Until it has one, the PDF shows the chapters as you have planned them.
        </p>
      ) : (
        <div className={styles['outline']} tabIndex={0} role="region" aria-label="Outline text">
          {book.outline}
        </div>
      )}
      <PlainButton
        wide
        disabled={exporting.isPending}
        onClick={({ currentTarget }) => {
          returnFocusTo(currentTarget);
          exporting.mutate();
        }}
      >
        Export Outline
      </PlainButton>
      {exporting.isPending && (
        <RunningWork text="Making the PDF" since={exporting.submittedAt} onCancel={exporting.cancel} />
      )}
    </div>
  );
}

interface AnalysisData {
  detailed: boolean;
  characters: string[];
  chapterCount: number;
  describedChapters: number;
  estimatedWords: number;
  gaps: string[];
}
function Analysis({ data }: { data: AnalysisData }) {
  return (
    <>
      <FactList>
        <div>
          <dt>Chapters described</dt>
          <dd>
            {data.describedChapters} of {data.chapterCount}
          </dd>
        </div>
        <div>
          <dt>Estimated words</dt>
          <dd>{formatNumber(data.estimatedWords)}</dd>
        </div>
        <div>
          <dt>Level of detail</dt>
          <dd>{data.detailed ? 'Detailed' : 'A sketch'}</dd>
        </div>
      </FactList>
      {data.characters.length > 0 && <p className={styles['note']}>Characters found: {data.characters.join(', ')}</p>}
      {data.gaps.length > 0 && (
        <details className={styles['gaps']}>
          <summary>{data.gaps.length === 1 ? 'One gap to fill' : `${data.gaps.length} gaps to fill`}</summary>
          <ul>
            {data.gaps.map((gap) => (
              <li key={gap}>{gap}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
