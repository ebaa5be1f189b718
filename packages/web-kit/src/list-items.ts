// The items of list routes. They lack long texts, because a list of chapters would otherwise contain the whole book.
export type { BookListItem as BookItem } from '@inkbear/contracts/books/book';
export type { ChapterListItem as ChapterItem } from '@inkbear/contracts/books/chapter';
export type { StoryListItem as StoryItem } from '@inkbear/contracts/stories/story';
