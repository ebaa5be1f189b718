import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useState } from 'react';
import { useChangeChapters } from '../api/change-chapters.ts';
import { inOrder } from '../last-chapter.ts';
import styles from './chapter-list.module.css';
import { ChapterRow } from './chapter-row.tsx';

interface Props {
  bookId: string;
  chapters: readonly ChapterItem[];
  currentId: string | null;
  canEdit: boolean;
  onOpen: (id: string) => void;
  /** Saves what is still on its way before a chapter goes to the trash; false when words would be missing there. */
  onBeforeRemove: () => Promise<boolean>;
}

/** The chapters in order: open, add, rename, move, delete. */
export function ChapterList({ bookId, chapters, currentId, canEdit, onOpen, onBeforeRemove }: Props) {
  const { add, rename, reorder, remove } = useChangeChapters(bookId);
  const [dragged, setDragged] = useState<string | null>(null);
  const [moved, setMoved] = useState('');
  const rows = inOrder(chapters);
  const move = (id: string, to: number) => {
    const ids = rows.map((row) => row.id).filter((each) => each !== id);
    ids.splice(Math.max(0, Math.min(to, ids.length)), 0, id);
    if (ids.every((each, at) => rows[at]?.id === each)) return;
    reorder.mutate(ids);
    setMoved(
      `${rows.find((row) => row.id === id)?.title ?? 'The chapter'} is now chapter ${ids.indexOf(id) + 1} of ${ids.length}.`,
    );
  };
  const addChapter = () => add.mutate(`Chapter ${rows.length + 1}`, { onSuccess: ({ id }) => onOpen(id) });
  const removeChapter = async (chapter: ChapterItem) => {
    if (await onBeforeRemove()) remove.mutate(chapter);
    else
      showToast({
        title: 'The chapter could not be deleted',
        description:
          'Your last changes are not saved yet, so the trash would miss them. Please try again once they are.',
        tone: 'destructive',
      });
  };
  return (
    <nav aria-label="Chapters">
      <ol role="list" className={styles['list']}>
        {rows.map((chapter, at) => (
          <ChapterRow
            key={chapter.id}
            chapter={chapter}
            isCurrent={chapter.id === currentId}
            canEdit={canEdit}
            isFirst={at === 0}
            isLast={at === rows.length - 1}
            onOpen={() => onOpen(chapter.id)}
            onRename={(title) => rename.mutate({ id: chapter.id, title })}
            onMove={(by) => move(chapter.id, at + by)}
            onRemove={() => void removeChapter(chapter)}
            dropSide={sideOf(
              rows.findIndex(({ id }) => id === dragged),
              at,
            )}
            onDragStart={() => setDragged(chapter.id)}
            onDragEnd={() => setDragged(null)}
            onDrop={() => {
              if (dragged !== null) move(dragged, at);
              setDragged(null);
            }}
          />
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {moved}
      </p>
      {rows.length === 0 && <p className={styles['empty']}>This book has no chapters yet. Most begin with one.</p>}
      {canEdit && (
        <div className={styles['add']}>
          <PlainButton look="quiet" wide disabled={add.isPending} onClick={addChapter}>
            <Icon of={PlusOutlined} size={16} />
            Add chapter
          </PlainButton>
        </div>
      )}
    </nav>
  );
}

/** A chapter that is dragged down comes to stand below the one it is dropped on. */
function sideOf(from: number, at: number): 'before' | 'after' | null {
  if (from === -1 || from === at) return null;
  return from < at ? 'after' : 'before';
}
