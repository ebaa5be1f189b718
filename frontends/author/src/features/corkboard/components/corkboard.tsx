import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { type BoardProps, BoardProvider, useBoard, useOpenBoard } from '../hooks/use-board.ts';
import { SynopsisEditsProvider, useSynopsisEdits } from '../hooks/use-synopsis-edits.tsx';
import { ChapterGroup } from './chapter-group.tsx';
import styles from './corkboard.module.css';
import { MoveDialog } from './move-dialog.tsx';
import { UnplacedSynopses } from './unplaced-synopses.tsx';

/** The chapters of a book with their scenes as cards: move, divide, merge, and say what a scene is about. */
export function Corkboard(props: BoardProps) {
  return (
    <SynopsisEditsProvider bookId={props.book.id}>
      <Board {...props} />
    </SynopsisEditsProvider>
  );
}

function Board(props: BoardProps) {
  const board = useBoard(props);
  const { chapters, choosing } = board;
  if (chapters.length === 0) return <p className={styles['note']}>This book has no chapters yet.</p>;
  return (
    <BoardProvider value={board}>
      <div className={styles['board']}>
        <ShowScenes />
        <SynopsesOfDeletedChapters />
        <ol role="list" className={styles['chapters']} aria-label="Chapters" aria-busy={board.isBusy}>
          {chapters.map((chapter, at) => (
            <ChapterGroup key={chapter.id} chapter={chapter} at={at} />
          ))}
        </ol>
        <LastChange />
        {choosing && <MoveDialog scene={choosing} />}
      </div>
    </BoardProvider>
  );
}

/** Shows or hides the scenes of all chapters. */
function ShowScenes() {
  const { setAllOpen } = useOpenBoard();
  return (
    <div className={styles['actions']}>
      <PlainButton small onClick={() => setAllOpen(true)}>
        Show all scenes
      </PlainButton>
      <PlainButton small onClick={() => setAllOpen(false)}>
        Show only chapters
      </PlainButton>
    </div>
  );
}

function SynopsesOfDeletedChapters() {
  const { chapters } = useOpenBoard();
  const edits = useSynopsisEdits();
  const ids = new Set(chapters.map(({ id }) => id));
  return <UnplacedSynopses edits={edits.filter(({ chapterId }) => !ids.has(chapterId))} />;
}

/** Says what the last change did, also to screen readers, and offers Undo. */
function LastChange() {
  const { notice, undo } = useOpenBoard();
  return (
    <div className={styles['change']} data-empty={notice === null}>
      <p role="status">{notice?.text ?? ''}</p>
      {notice !== null && notice.undo !== null && (
        <PlainButton small onClick={() => notice.undo && undo(notice.undo)}>
          Undo
        </PlainButton>
      )}
    </div>
  );
}
