import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import type { Story } from '@inkbear/contracts/stories/story';
import { strToU8, zip } from 'fflate';

export interface Belongings {
  books: readonly { book: Book; chapters: readonly Chapter[] }[];
  stories: readonly Story[];
}

/** A folder name that every file system takes; the number keeps two books of one title apart. */
const folderName = (title: string, index: number): string => `${String(index + 1).padStart(3, '0')} ${title.replaceAll(/[\u0000-\u001f\u007f"\\/:*?<>|.]+/g, '-').trim().slice(0, 80) || 'Untitled'}`;

const section = (heading: string, text: string): string => (text.trim() === '' ? '' : `## ${heading}\n\n${text}\n\n`);

function bookMarkdown({ book, chapters }: Belongings['books'][number]): string {
  const front = section('Dedication', book.dedication) + section('Introduction', book.introduction) + section('Synopsis', book.synopsis) + section('Outline', book.outline);
  return `# ${book.title}\n\n${front}${chapters.map((chapter) => `## ${chapter.chapterNumber}. ${chapter.title}\n\n${chapter.content}\n`).join('\n')}`;
}

const storyMarkdown = ({ title, dedication, introduction, synopsis, content }: Story): string => `# ${title}\n\n${section('Dedication', dedication)}${section('Introduction', introduction)}${section('Synopsis', synopsis)}${content}\n`;

/** Everything one owns, as files: Markdown to read anywhere, JSON to move elsewhere. */
export function archiveFiles({ books, stories }: Belongings): Record<string, string> {
  const files: Record<string, string> = { 'inkbear.json': JSON.stringify({ books, stories }, null, 2) };
  for (const [index, entry] of books.entries()) files[`books/${folderName(entry.book.title, index)}/book.md`] = bookMarkdown(entry);
  for (const [index, story] of stories.entries()) files[`stories/${folderName(story.title, index)}.md`] = storyMarkdown(story);
  return files;
}

/** Packs in fflate's own worker thread. */
export function pack(files: Record<string, string>): Promise<Uint8Array> {
  const entries = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]));
  return new Promise((resolve, reject) => zip(entries, { level: 6 }, (error, data) => (error ? reject(error) : resolve(data))));
}
