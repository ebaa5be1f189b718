import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { createRequiredContext } from '../../ui/required-context.ts';

/** The open chapter and its book, for the bars and tools of the editor. */
export interface OpenChapter {
  readonly book: Book;
  readonly chapters: readonly ChapterItem[];
  readonly current: ChapterItem;
  /** The outline names characters or describes the chapters in detail. */
  readonly hasDetailedOutline: boolean;
  /** Saves every open document; true when no text of this book is left unsaved in this browser. */
  readonly flush: () => Promise<boolean>;
  /** Like `flush`, before an export of the book: asks the author when this browser cannot list its unsaved changes. */
  readonly saveFirst: () => Promise<boolean>;
  readonly onOpen: (chapterId: string) => void;
}

export const [OpenChapterProvider, useOpenChapter] = createRequiredContext<OpenChapter>('The open chapter');
