import type { Book } from '@inkbear/contracts/books/book';
import { counted } from '@inkbear/web-kit/counted.ts';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { chapterState, isChapterDone, percentOf, progressLabel } from '../progress.ts';
import styles from './progress-panel.module.css';
import { TargetField } from './target-field.tsx';

interface Props {
  book: Book;
  chapters: readonly ChapterItem[];
  current: ChapterItem | null;
  words: number;
  canEdit: boolean;
}

/** Progress of the open chapter and of the whole book. */
export function ProgressPanel({ book, chapters, current, words, canEdit }: Props) {
  const rows = chapters.map((chapter) => (chapter.id === current?.id ? { ...chapter, wordCount: words } : chapter));
  const written = rows.reduce((sum, { wordCount }) => sum + wordCount, 0);
  const done = rows.filter(isChapterDone).length;
  const currentRow = rows.find(({ id }) => id === current?.id);
  return (
    <div className={styles['panel']}>
      {currentRow && (
        <div className={styles['meter']}>
          <Meter
            title="This chapter"
            words={words}
            target={currentRow.targetWordCount}
            note={progressLabel[chapterState(currentRow)]}
          />
          <TargetField key={currentRow.id} chapter={currentRow} canEdit={canEdit} />
        </div>
      )}
      <Meter
        title="The book"
        words={written}
        target={book.wordCount}
        note={`${done} of ${counted(chapters.length, 'chapter')} complete`}
      />
    </div>
  );
}

function Meter({ title, words, target, note }: { title: string; words: number; target: number; note: string }) {
  const percent = percentOf(words, target);
  return (
    <div className={styles['meter']}>
      <p className={styles['head']}>
        <span className={styles['title']}>{title}</span>
        <span className="tabular">{percent}%</span>
      </p>
      <div
        className={styles['bar']}
        role="progressbar"
        aria-label={title}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className={styles['note']}>
        <span className="tabular">
          {formatNumber(words)} of {formatNumber(target)} words
        </span>{' '}
        · {note}
      </p>
    </div>
  );
}
