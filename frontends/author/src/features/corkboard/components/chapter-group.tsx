import CaretRightOutlined from '@ant-design/icons-svg/es/asn/CaretRightOutlined';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import type { DragEvent } from 'react';
import { Link } from 'react-router-dom';
import { useSaveChapterPlan } from '../../chapters/chapters.api.ts';
import { endOf, useOpenBoard } from '../hooks/use-board.ts';
import { type DropPlace, useDropTarget } from '../hooks/use-drop-target.ts';
import { useFocusRequest } from '../hooks/use-focus-request.ts';
import { useIsNear } from '../hooks/use-is-near.ts';
import { dropSide } from '../order.ts';
import { CardControls } from './card-controls.tsx';
import styles from './corkboard.module.css';
import { SceneList } from './scene-list.tsx';

interface Props {
  chapter: ChapterItem;
  /** The place of the chapter in the book, from 0. */
  at: number;
}

/** One chapter with its scenes. These are loaded when the chapter is open and near the window. */
export function ChapterGroup({ chapter, at }: Props) {
  const { isOpen, focus, chapters, dragged, setDragged, moveScene, moveChapter } = useOpenBoard();
  const [element, isNear] = useIsNear<HTMLLIElement>();
  const isAwaited = focus?.scene !== undefined && focus.chapterId === chapter.id;
  const dropTarget = useDropTarget(placeOf(dragged, chapters, at), () => {
    if (dragged?.kind === 'chapter') moveChapter(dragged.id, at, 'open');
    if (dragged?.kind === 'scene') moveScene(dragged, endOf(chapter.id), 'open');
    setDragged(null);
  });
  return (
    <li ref={element} className={styles['group']} {...dropTarget}>
      <ChapterHeader chapter={chapter} at={at} />
      {isOpen(chapter.id) &&
        (isNear || isAwaited ? <SceneList chapter={chapter} /> : <div className={styles['unloaded']} />)}
    </li>
  );
}

type OpenBoard = ReturnType<typeof useOpenBoard>;

/** A chapter is placed before or after this one; a scene goes to its end. */
function placeOf(dragged: OpenBoard['dragged'], chapters: OpenBoard['chapters'], at: number): DropPlace {
  if (dragged === null) return null;
  if (dragged.kind === 'scene') return 'into';
  return (
    dropSide(
      chapters.findIndex(({ id }) => id === dragged.id),
      at,
    ) ?? 'itself'
  );
}

function ChapterHeader({ chapter, at }: Props) {
  const { book, statusOf, isOpen, setOpen, focus, setFocus, setDragged } = useOpenBoard();
  const isRequested = focus !== null && focus.scene === undefined && focus.chapterId === chapter.id;
  const element = useFocusRequest<HTMLElement>(isRequested ? focus : null, () => setFocus(null));
  const { id, title, chapterNumber, wordCount, description } = chapter;
  const status = statusOf(chapter);
  const areShown = isOpen(id);
  return (
    <header
      ref={element}
      className={styles['header']}
      draggable={book.canEdit}
      onDragStart={(event: DragEvent) => {
        event.dataTransfer.setData('text/plain', title);
        setDragged({ kind: 'chapter', id });
      }}
      onDragEnd={() => setDragged(null)}
    >
      <IconButton
        label={`Scenes of ${title}`}
        hint={false}
        size={36}
        aria-expanded={areShown}
        className={styles['caret']}
        onClick={() => setOpen(id, !areShown)}
      >
        <Icon of={CaretRightOutlined} size={16} />
      </IconButton>
      <div className={styles['heading']}>
        <h2>
          <span className={styles['number']}>{chapterNumber}</span>{' '}
          <Link data-control="open" to={`/book/${book.id}?chapter=${encodeURIComponent(id)}`}>
            {title}
          </Link>
        </h2>
        <p className={styles['facts']}>
          <span>{wordsText(wordCount)}</span>
          <span className={styles['status']} data-state={status.state}>
            {status.label}
          </span>
        </p>
        {description.trim() !== '' && <p className={styles['description']}>{excerptOf(description)}</p>}
      </div>
      {book.canEdit && <ChapterControls chapter={chapter} at={at} />}
    </header>
  );
}

/** The longest beginning of a chapter's description on its card; the whole one is in the plan of the chapter. */
const maxExcerpt = 280;

function excerptOf(description: string): string {
  const text = description.trim();
  return text.length <= maxExcerpt ? text : `${text.slice(0, maxExcerpt).toWellFormed().trimEnd()}…`;
}

function ChapterControls({ chapter, at }: Props) {
  const { chapters, moveChapter, merge } = useOpenBoard();
  const plan = useSaveChapterPlan(chapter);
  const next = chapters[at + 1];
  const { id, title, isComplete } = chapter;
  return (
    <CardControls
      name={title}
      isFirst={at === 0}
      isLast={next === undefined}
      onMove={(by) => moveChapter(id, at + by, by === -1 ? 'up' : 'down')}
      items={[
        {
          key: 'complete',
          label: isComplete ? 'Mark as not complete' : 'Mark as complete',
          onClick: () => plan.mutate({ isComplete: !isComplete }),
        },
        {
          key: 'merge',
          label: next === undefined ? 'Merge with the next chapter' : `Merge with “${next.title}”`,
          disabled: next === undefined,
          onClick: () => next && merge(chapter, next),
        },
      ]}
    />
  );
}
