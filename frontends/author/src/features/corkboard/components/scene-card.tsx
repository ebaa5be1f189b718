import type { SceneReply } from '@inkbear/contracts/books/scene';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { type DragEvent, memo } from 'react';
import { Link } from 'react-router-dom';
import { type BoardScene, useOpenBoard } from '../hooks/use-board.ts';
import { type DropPlace, useDropTarget } from '../hooks/use-drop-target.ts';
import { useFocusRequest } from '../hooks/use-focus-request.ts';
import { dropSide } from '../order.ts';
import type { SynopsisEdit } from '../synopsis-edits.ts';
import { CardControls } from './card-controls.tsx';
import styles from './corkboard.module.css';
import { SceneSynopsis } from './scene-synopsis.tsx';

interface Props {
  chapter: ChapterItem;
  scene: SceneReply;
  /** The revision of the chapter in which this is the scene. */
  rev: number;
  isLast: boolean;
  edit: SynopsisEdit | null;
}

/** Memoized, because the list renders with each letter of a synopsis, and may have 1,000 cards. */
export const SceneCard = memo(Card);

/** One scene: where it begins, what it is about, its words. */
function Card({ chapter, scene, rev, isLast, edit }: Props) {
  const { book, dragged, setDragged, moveScene } = useOpenBoard();
  const place = { chapterId: chapter.id, index: scene.index, rev };
  const isDraggable = book.canEdit && edit === null;
  const dropTarget = useDropTarget(placeOf(dragged, place), () => {
    if (dragged?.kind === 'scene') moveScene(dragged, place, 'open');
    setDragged(null);
  });
  return (
    <li
      ref={useSceneFocus(place, isLast)}
      className={styles['card']}
      draggable={isDraggable}
      onDragStart={(event: DragEvent) => {
        if (!isDraggable) return;
        event.dataTransfer.setData('text/plain', scene.firstWords);
        setDragged({ kind: 'scene', ...place });
      }}
      onDragEnd={() => setDragged(null)}
      {...dropTarget}
    >
      <div className={styles['top']}>
        <div>
          <h3>
            <Link data-control="open" to={`/book/${book.id}?chapter=${encodeURIComponent(chapter.id)}`}>
              Scene {scene.index + 1}
              <span className="visually-hidden"> of {chapter.title}</span>
            </Link>
          </h3>
          <p className={styles['facts']}>{wordsText(scene.words)}</p>
        </div>
        {book.canEdit && <SceneControls chapter={chapter} scene={scene} rev={rev} isLast={isLast} />}
      </div>
      <p className={styles['first']}>{firstWordsOf(scene)}</p>
      <SceneSynopsis chapter={chapter} scene={scene} canEdit={book.canEdit} edit={edit} />
    </li>
  );
}

/** A scene of the same chapter takes this place; one of another chapter is placed before this one. */
function placeOf(dragged: ReturnType<typeof useOpenBoard>['dragged'], { chapterId, index }: BoardScene): DropPlace {
  if (dragged?.kind !== 'scene') return null;
  return dropSide(dragged.chapterId === chapterId ? dragged.index : -1, index) ?? 'itself';
}

/** Moves the focus to this card when it is the one that a change has moved. */
function useSceneFocus({ chapterId, index, rev }: BoardScene, isLast: boolean) {
  const { focus, setFocus } = useOpenBoard();
  const isRequested =
    focus?.scene !== undefined &&
    focus.chapterId === chapterId &&
    rev >= focus.scene.rev &&
    (index === focus.scene.index || (isLast && index < focus.scene.index));
  return useFocusRequest<HTMLLIElement>(isRequested ? focus : null, () => setFocus(null));
}

function SceneControls({ chapter, scene, rev, isLast }: Omit<Props, 'edit'>) {
  const { chapters, moveScene, setChoosing, split } = useOpenBoard();
  const { index } = scene;
  const place = { chapterId: chapter.id, index, rev };
  return (
    <CardControls
      name={`scene ${index + 1} of ${chapter.title}`}
      isFirst={index === 0}
      isLast={isLast}
      onMove={(by) => moveScene(place, { ...place, index: index + by }, by === -1 ? 'up' : 'down')}
      items={[
        {
          key: 'move',
          label: 'Move to chapter…',
          disabled: chapters.length < 2,
          onClick: () => setChoosing(place),
        },
        {
          key: 'split',
          label: 'Begin a new chapter here',
          disabled: index === 0,
          onClick: () => split(chapter, scene, rev),
        },
      ]}
    />
  );
}

const firstWordsOf = ({ firstWords, from, to }: SceneReply): string =>
  firstWords.length < to - from ? `${firstWords}…` : firstWords;
