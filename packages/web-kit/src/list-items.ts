import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import type { Story } from '@inkbear/contracts/stories/story';

// What the lists tell. Long texts are only in the single reads: a list of a whole book's chapters would carry the whole book.
export type ChapterItem = Omit<Chapter, 'content'>;
export type StoryItem = Omit<Story, 'content'>;
export type BookItem = Omit<Book, 'outline'>;
