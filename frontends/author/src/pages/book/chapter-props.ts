import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';

/** The chapter that is open and what the page around it offers. */
export interface ChapterProps {
  book: Book;
  chapters: readonly ChapterItem[];
  current: ChapterItem;
  userId: string;
  isEnhanced: boolean;
  isFocused: boolean;
  isNarrow: boolean;
  onFocusMode: (on: boolean) => void;
  onOpen: (id: string) => void;
  onShowRail: (() => void) | null;
  onSavedWordCount: (chapterId: string, words: number) => void;
  flush: () => Promise<boolean>;
}
