import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { genreLabel } from '@inkbear/contracts/books/genres';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import MenuFoldOutlined from '@ant-design/icons-svg/es/asn/MenuFoldOutlined';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { Link } from 'react-router-dom';
import { DetailsForm } from '../../features/book-details/components/details-form.tsx';
import { dedicationPreview } from '../../features/book-details/details.ts';
import { ChapterList } from '../../features/chapters/components/chapter-list.tsx';
import { PlanBadge } from '../../features/plan/components/plan-badge.tsx';
import styles from './book-sidebar.module.css';
import { appendLink, corkboardLink } from './chapter-actions.ts';

interface Props {
  book: Book;
  chapters: readonly ChapterItem[];
  currentId: string | null;
  isSettings: boolean;
  onOpen: (id: string) => void;
  onBeforeRemove: () => Promise<boolean>;
  onLeave: () => void;
  /** Null when the sidebar is a drawer, which has its own close button. */
  onHide: (() => void) | null;
}

const detailsKey = 'inkbear-book-details';

/** Title, tabs, chapters and details of the book. */
export function BookSidebar(props: Props) {
  const { book, chapters, currentId, isSettings, onOpen, onBeforeRemove, onLeave, onHide } = props;
  return (
    <div className={styles['sidebar']}>
      <SidebarHead book={book} onHide={onHide} />
      <SidebarTabs bookId={book.id} isSettings={isSettings} onLeave={onLeave} />
      {!isSettings && (
        <>
          <section className={styles['part']} aria-label="Chapter list">
            <ChapterList
              bookId={book.id}
              chapters={chapters}
              currentId={currentId}
              canEdit={book.canEdit}
              onOpen={onOpen}
              onBeforeRemove={onBeforeRemove}
            />
            <Link to={corkboardLink.path(book.id)} className={styles['link']} onClick={onLeave}>
              {corkboardLink.label}
            </Link>
            {book.canEdit && (
              <Link to={appendLink.path(book.id)} className={styles['link']} onClick={onLeave}>
                {appendLink.label}
              </Link>
            )}
          </section>
          <details
            className={styles['details']}
            open={safeLocalStorage.get(detailsKey) === 'open'}
            onToggle={({ currentTarget }) => safeLocalStorage.set(detailsKey, currentTarget.open ? 'open' : null)}
          >
            <summary>Book details</summary>
            <DetailsForm book={book} />
          </details>
        </>
      )}
      <footer className={styles['foot']}>
        <PlanBadge />
        <Link to="/trash" className={styles['trash']} onClick={onLeave}>
          Trash
        </Link>
      </footer>
    </div>
  );
}

function SidebarHead({ book, onHide }: Pick<Props, 'book' | 'onHide'>) {
  return (
    <header className={styles['head']}>
      <div className={styles['line']}>
        <p className={styles['title']}>{book.title}</p>
        {onHide && (
          <IconButton label="Hide book and chapters" size={32} className={styles['hide']} onClick={onHide}>
            <Icon of={MenuFoldOutlined} size={16} />
          </IconButton>
        )}
      </div>
      <p className={styles['meta']}>
        {genreLabel(book.genre)}
        {book.subgenre !== '' && `, ${book.subgenre}`}
      </p>
      {book.dedication.trim() !== '' && <p className={styles['dedication']}>{dedicationPreview(book.dedication)}</p>}
    </header>
  );
}

interface SidebarTabsProps extends Pick<Props, 'isSettings' | 'onLeave'> {
  bookId: string;
}

function SidebarTabs({ bookId, isSettings, onLeave }: SidebarTabsProps) {
  const path = `/book/${bookId}`;
  return (
    <nav className={styles['tabs']} aria-label="Book">
      <Link to={path} aria-current={isSettings ? undefined : 'page'} onClick={onLeave}>
        Writing
      </Link>
      <Link to={`${path}?tab=settings`} aria-current={isSettings ? 'page' : undefined} onClick={onLeave}>
        Book Settings
      </Link>
    </nav>
  );
}
