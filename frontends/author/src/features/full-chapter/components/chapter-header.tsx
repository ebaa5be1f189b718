import ArrowLeftOutlined from '@ant-design/icons-svg/es/asn/ArrowLeftOutlined';
import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './full-chapter.module.css';

interface Props {
  book: Book;
  chapter: ChapterItem;
  /** How long it is, as it says it. */
  words: ReactNode;
  /** Runs before the way back is taken. */
  onBack: () => void;
  /** Badge and buttons. */
  children: ReactNode;
}

/** Which chapter of which book, how long it is, and what can be done with it. */
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
