import MoreOutlined from '@ant-design/icons-svg/es/asn/MoreOutlined';
import type { Book } from '@inkbear/contracts/books/book';
import { genreLabel } from '@inkbear/contracts/books/genres';
import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { relativeTime } from '@inkbear/ui-kit/save-badge.tsx';
import { Dropdown } from 'antd';
import { Link, useNavigate } from 'react-router';
import { statusLabel } from '../status.ts';
import styles from './dashboard.module.css';

const counted = (count: number, noun: string) => `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;
const share = ({ writtenWords, wordCount }: Book) => Math.min(100, wordCount > 0 ? (writtenWords / wordCount) * 100 : 0);

/** Your Books; the one written in last stands first. */
export function BookList({ books, onRemove }: { books: readonly Book[]; onRemove: (book: Book) => void }) {
  const navigate = useNavigate();
  const menu = (book: Book) => ({
    items: [
      { key: 'settings', label: 'Book Settings', onClick: () => void navigate(`/book/${book.id}?tab=settings`) },
      { type: 'divider' as const },
      { key: 'remove', label: 'Move to trash', danger: true, onClick: () => onRemove(book) },
    ],
  });
  return (
    <ul role="list" className={styles['books']}>
      {books.map((book) => (
        <li key={book.id} className={styles['book']}>
          <span className={styles['spine']} aria-hidden />
          <div className={styles['about']}>
            <h3 className={styles['bookTitle']}><Link to={`/book/${book.id}`}>{book.title}</Link></h3>
            <p className={styles['meta']}>
              <span>{genreLabel(book.genre)}</span><span>{counted(book.totalChapters, 'chapter')}</span><span>{statusLabel(book.status)}</span>{!book.canEdit && <span>Read-only</span>}
            </p>
            <div className={styles['share']} role="img" aria-label={`${Math.round(share(book))}% of ${counted(book.wordCount, 'word')}`}><span style={{ width: `${share(book)}%` }} /></div>
            <p className={styles['meta']}><span className="tabular">{counted(book.writtenWords, 'word')}</span><span>Changed {relativeTime(Date.parse(book.updatedAt), Date.now())}</span></p>
          </div>
          <ButtonLink to={`/book/${book.id}`} aria-label={`Continue Writing ${book.title}`}>Continue Writing</ButtonLink>
          <Dropdown menu={menu(book)} trigger={['click']} placement="bottomRight"><button type="button" className={styles['more']} aria-label={`More for ${book.title}`}><Icon of={MoreOutlined} size={20} /></button></Dropdown>
        </li>
      ))}
    </ul>
  );
}
