import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import styles from './quote-link.module.css';

/** A quote with its position when it was found. */
export interface QuotedPlace {
  readonly chapterId: string;
  readonly from: number;
  readonly to: number;
  readonly quote: string;
}

interface Props<P extends QuotedPlace> {
  place: P;
  chapters: readonly ChapterItem[];
  /** Shows the words in the editor. */
  onGo: (place: P) => void;
}

/** A quote of a chapter as a button that goes to it. */
export function QuoteLink<P extends QuotedPlace>({ place, chapters, onGo }: Props<P>) {
  return (
    <button type="button" className={styles['place']} onClick={() => onGo(place)}>
      <span className={styles['chapter']}>{chapterName(chapters, place.chapterId)}</span>
      <q className={styles['quote']}>{place.quote}</q>
    </button>
  );
}

function chapterName(chapters: readonly ChapterItem[], id: string): string {
  const chapter = chapters.find((each) => each.id === id);
  if (!chapter) return 'A deleted chapter';
  const { chapterNumber, title } = chapter;
  return title === `Chapter ${chapterNumber}` ? title : `${chapterNumber}. ${title}`;
}
