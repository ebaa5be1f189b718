import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { EmptyState } from '@inkbear/ui-kit/empty-state.tsx';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { documents } from '../../features/writing/tab-documents.ts';
import { saveFirst } from '../../features/writing/save-first.ts';
import styles from '../../manuscript/manuscript-editor.module.css';
import { BookSettings } from './book-settings.tsx';
import { ChapterLoader } from './chapter-loader.tsx';
import { BookSidebar } from './book-sidebar.tsx';
import { useBookEditor, useBookSidebar } from './use-book-editor.ts';
import { useFocusMode } from '../../manuscript/use-focus-mode.ts';
import { useIsEditorNarrow } from '../../manuscript/use-is-editor-narrow.ts';
import { documentIdOf } from '../../saving/manuscript.ts';
import { Drawer } from '../../ui/overlays/overlays.tsx';

interface Props {
  book: Book;
  chapters: readonly ChapterItem[];
  userId: string;
}

/** The editor of one book: chapter list, text and one tool at a time. */
export function BookEditor({ book, chapters, userId }: Props) {
  const { current, open, setWordCount, hasDetailedOutline } = useBookEditor(book, chapters);
  const [search] = useSearchParams();
  const focusMode = useFocusMode();
  const { isFocusMode } = focusMode;
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isSidebarShown, showSidebar] = useBookSidebar();
  const isNarrow = useIsEditorNarrow();
  const isSettings = search.get('tab') === 'settings';
  const flush = () => flushAll(chapters);
  const saveBook = () => saveFirst((unsent) => includesChapter(unsent, chapters));
  const closeDrawer = () => setDrawerOpen(false);
  const sidebar = (
    <BookSidebar
      book={book}
      chapters={chapters}
      currentId={isSettings ? null : (current?.id ?? null)}
      isSettings={isSettings}
      onOpen={(id) => {
        open(id);
        closeDrawer();
      }}
      onBeforeRemove={saveBook}
      onLeave={closeDrawer}
      onHide={isNarrow ? null : () => showSidebar(false)}
    />
  );
  const openSidebar = isNarrow ? () => setDrawerOpen(true) : () => showSidebar(true);
  const needsSidebarButton = isNarrow || !(isSidebarShown || isFocusMode);
  const shared = { book, flush, saveFirst: saveBook, onShowSidebar: needsSidebarButton ? openSidebar : null };
  return (
    <div className={styles['editor']} data-focus={isFocusMode}>
      <SidebarFrame
        isNarrow={isNarrow}
        isDrawerOpen={isDrawerOpen}
        isShown={!isFocusMode && isSidebarShown}
        onCloseDrawer={closeDrawer}
      >
        {sidebar}
      </SidebarFrame>
      {isSettings ? (
        <BookSettings {...shared} chapterId={current?.id ?? null} />
      ) : current === null ? (
        <NoChapters />
      ) : (
        <ChapterLoader
          key={current.id}
          {...shared}
          {...{ chapters, current, userId, hasDetailedOutline, focusMode }}
          onOpen={open}
          onSavedWordCount={setWordCount}
        />
      )}
    </div>
  );
}

const includesChapter = (unsent: readonly string[], chapters: readonly ChapterItem[]): boolean =>
  chapters.some(({ id }) => unsent.includes(documentIdOf({ kind: 'chapter', id })));

/** Saves every open document; true when no text of these chapters is left unsaved in this browser. */
async function flushAll(chapters: readonly ChapterItem[]): Promise<boolean> {
  const { ids } = await documents.unsentDocuments();
  return (await documents.flushAll()) && !includesChapter(ids, chapters);
}

interface SidebarFrameProps {
  isNarrow: boolean;
  isDrawerOpen: boolean;
  isShown: boolean;
  onCloseDrawer: () => void;
  children: ReactNode;
}

/** The book sidebar beside the text, or in a drawer on a narrow screen. */
function SidebarFrame({ isNarrow, isDrawerOpen, isShown, onCloseDrawer, children }: SidebarFrameProps) {
  if (isNarrow)
    return (
      <Drawer isOpen={isDrawerOpen} placement="left" size={320} title="Book and chapters" onClose={onCloseDrawer}>
        {children}
      </Drawer>
    );
  if (!isShown) return null;
  return (
    <aside className={styles['sidebar']} aria-label="Book and chapters">
      {children}
    </aside>
  );
}

function NoChapters() {
  return (
    <div className={styles['centre']}>
      <EmptyState title="This book has no chapters yet" text="Add the first one in the list of chapters." />
    </div>
  );
}
