import ArrowLeftOutlined from '@ant-design/icons-svg/es/asn/ArrowLeftOutlined';
import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './full-chapter.module.css';

interface Props {
  book: Book;
  chapter: ChapterItem;
  /** The word count. */
  words: ReactNode;
  /** Called when the author follows the link back. */
  onBack: () => void;
  /** Badge and buttons. */
  children: ReactNode;
}

/** Title, book, word count and buttons of the chapter. */
export function ChapterHeader({ book, chapter, words, onBack, children }: Props) {
  return (
    <header className={styles['header']}>
      <Link to={`/book/${book.id}`} className={styles['back']} onClick={onBack}>
        <Icon of={ArrowLeftOutlined} size={16} />
        Back to Editor
      </Link>
      <div className={styles['titles']}>
        <h1 className={styles['title']}>{chapter.title}</h1>
        <p className={styles['meta']}>
          <span>{book.title}</span>
          <span>Chapter {chapter.chapterNumber}</span>
          <span className="tabular">{words}</span>
        </p>
      </div>
      <div className={styles['actions']}>{children}</div>
    </header>
  );
}
