import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useState } from 'react';
import { useChangeChapters } from '../chapters.api.ts';
import { sortChapters } from '../last-chapter.ts';
import styles from './chapter-list.module.css';
import { ChapterRow } from './chapter-row.tsx';

interface Props {
  bookId: string;
  chapters: readonly ChapterItem[];
  currentId: string | null;
  canEdit: boolean;
  onOpen: (id: string) => void;
  /** Saves unsaved text before a chapter goes to the trash; false when that fails. */
  onBeforeRemove: () => Promise<boolean>;
}

/** The chapters in order: open, add, rename, move, delete. */
export function ChapterList({ bookId, chapters, currentId, canEdit, onOpen, onBeforeRemove }: Props) {
  const { add, rename, reorder, remove } = useChangeChapters(bookId);
  const [dragged, setDragged] = useState<string | null>(null);
  const rows = sortChapters(chapters);
  const { move, announcement } = useMoveChapter(rows, (ids) => reorder.mutate(ids));
  const addChapter = () => add.mutate(`Chapter ${rows.length + 1}`, { onSuccess: ({ id }) => onOpen(id) });
  const removeChapter = async (chapter: ChapterItem) => {
    if (await onBeforeRemove()) remove.mutate(chapter);
    else showToast(unsavedToast);
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
        {announcement}
      </p>
      {rows.length === 0 && <p className={styles['empty']}>This book has no chapters yet.</p>}
      {canEdit && (
        <div className={styles['add']}>
          <PlainButton variant="quiet" wide disabled={add.isPending} onClick={addChapter}>
            <Icon of={PlusOutlined} size={16} />
            Add chapter
          </PlainButton>
        </div>
      )}
    </nav>
  );
}

const unsavedToast = {
  title: 'The chapter could not be deleted',
  description:
    'Your latest changes are not saved yet, so the chapter would go to the trash without them. Please try again once they are saved.',
  tone: 'destructive' as const,
};

/** Moves a chapter to another place, with an announcement for screen readers. */
function useMoveChapter(rows: readonly ChapterItem[], onReorder: (ids: string[]) => void) {
  const [announcement, setAnnouncement] = useState('');
  const move = (id: string, to: number) => {
    const ids = rows.map((row) => row.id).filter((each) => each !== id);
    ids.splice(Math.max(0, Math.min(to, ids.length)), 0, id);
    if (ids.every((each, at) => rows[at]?.id === each)) return;
    onReorder(ids);
    const title = rows.find((row) => row.id === id)?.title ?? 'The chapter';
    setAnnouncement(`${title} is now chapter ${ids.indexOf(id) + 1} of ${ids.length}.`);
  };
  return { move, announcement };
}

/** A chapter that is dragged down is placed below the drop target; one that is dragged up, above it. */
function sideOf(from: number, at: number): 'before' | 'after' | null {
  if (from === -1 || from === at) return null;
  return from < at ? 'after' : 'before';
}
