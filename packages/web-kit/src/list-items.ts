// What the lists answer. Long texts are only in the single reads: a list of a whole book's chapters would carry the
// whole book.
export type { BookListItem as BookItem } from '@inkbear/contracts/books/book';
export type { ChapterListItem as ChapterItem } from '@inkbear/contracts/books/chapter';
export type { StoryListItem as StoryItem } from '@inkbear/contracts/stories/story';
