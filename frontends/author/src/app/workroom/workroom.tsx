import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { EmptyState } from '@inkbear/ui-kit/empty-state.tsx';
import { Drawer } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { documents } from '../../features/writing/documents.ts';
import { BookSettings } from './book-settings.tsx';
import { Desk } from './desk.tsx';
import { LeftRail } from './left-rail.tsx';
import { useIsNarrow } from './use-is-narrow.ts';
import { useFocusMode, useRail, useWorkroom } from './use-workroom.ts';
import styles from './workroom.module.css';

/** The writing room of one book: rail, prose, one tool at a time. */
export function Workroom({ book, chapters, userId }: { book: Book; chapters: readonly ChapterItem[]; userId: string }) {
  const { current, open, keepWords, isEnhanced } = useWorkroom(book, chapters);
  const [search] = useSearchParams();
  const [isFocused, setFocused] = useFocusMode();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isRailShown, showRail] = useRail();
  const isNarrow = useIsNarrow(1000);
  const isSettings = search.get('tab') === 'settings';
  const flush = async () =>
    (await documents.flushAll()) && !chapters.some(({ id }) => documents.isLeft(`chapter:${id}`));
  const openAndClose = (id: string) => {
    open(id);
    setSheetOpen(false);
  };
  const rail = (
    <LeftRail
      book={book}
      chapters={chapters}
      currentId={isSettings ? null : (current?.id ?? null)}
      isSettings={isSettings}
      onOpen={openAndClose}
      onBeforeRemove={flush}
      onLeave={() => setSheetOpen(false)}
      onHide={isNarrow ? null : () => showRail(false)}
    />
  );
  const side = {
    book,
    onRail: isNarrow ? () => setSheetOpen(true) : isRailShown || isFocused ? null : () => showRail(true),
    flush,
  };
  return (
    <div className={styles['room']} data-focus={isFocused}>
      {!isNarrow && !isFocused && isRailShown && (
        <aside className={styles['rail']} aria-label="Book and chapters">
          {rail}
        </aside>
      )}
      {isNarrow && (
        <Drawer
          open={isSheetOpen}
          placement="left"
          size={320}
          title="Book and chapters"
          onClose={() => setSheetOpen(false)}
        >
          {rail}
        </Drawer>
      )}
      {isSettings && <BookSettings {...side} chapterId={current?.id ?? null} />}
      {!isSettings && current === null && (
        <div className={styles['centre']}>
          <EmptyState title="This book has no chapters yet" text="Add the first one in the list of chapters." />
        </div>
      )}
      {!isSettings && current !== null && (
        <Desk
          key={current.id}
          {...side}
          {...{ chapters, current, userId, isEnhanced, isFocused, isNarrow }}
          onFocusMode={setFocused}
          onOpen={open}
          onWords={keepWords}
        />
      )}
    </div>
  );
}
