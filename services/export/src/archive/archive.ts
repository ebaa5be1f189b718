import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import type { Story } from '@inkbear/contracts/stories/story';

/** Everything that somebody owns, read from its owners page by page: nothing of it is held for longer than its page. What is deleted meanwhile is left out. */
export interface Belongings {
  readonly books: readonly Book['id'][];
  /** Null for a book that is there no more. */
  readonly readBook: (id: string) => Promise<Book | null>;
  readonly readChapters: (bookId: string) => AsyncIterable<Chapter>;
  readonly readStories: () => AsyncIterable<Story>;
}

/** A file of the archive; its text comes in parts. */
export interface ArchiveFile {
  readonly name: string;
  readonly parts: AsyncIterable<string> | Iterable<string>;
}

/** A folder name that every file system takes; the number keeps two books of one title apart. */
function folderName(title: string, index: number): string {
  const name = title.replaceAll(/[\u0000-\u001f\u007f"\\/:*?<>|.]/g, '-').trim().slice(0, 80).toWellFormed();
  return `${String(index + 1).padStart(3, '0')} ${name || 'Untitled'}`;
}

const section = (heading: string, text: string): string => (text.trim() === '' ? '' : `## ${heading}\n\n${text}\n\n`);

const frontMatter = ({ dedication, introduction, synopsis }: Pick<Book | Story, 'dedication' | 'introduction' | 'synopsis'>): string =>
  section('Dedication', dedication) + section('Introduction', introduction) + section('Synopsis', synopsis);

/** Everything one owns, as files: Markdown to read anywhere, JSON to move elsewhere. */
export async function* archiveFiles(belongings: Belongings): AsyncGenerator<ArchiveFile> {
  for (const [index, id] of belongings.books.entries()) {
    const book = await belongings.readBook(id);
    if (book) yield { name: `books/${folderName(book.title, index)}/book.md`, parts: bookMarkdown(belongings, book) };
  }
  let index = 0;
  for await (const story of belongings.readStories()) {
    yield { name: `stories/${folderName(story.title, index)}.md`, parts: [`# ${story.title}\n\n${frontMatter(story)}${story.content}\n`] };
    index += 1;
  }
  yield { name: 'inkbear.json', parts: everythingAsJson(belongings) };
}

async function* bookMarkdown({ readChapters }: Belongings, book: Book): AsyncGenerator<string> {
  yield `# ${book.title}\n\n${frontMatter(book)}${section('Outline', book.outline)}`;
  for await (const chapter of readChapters(book.id)) yield `## ${chapter.chapterNumber}. ${chapter.title}\n\n${chapter.content}\n\n`;
}

async function* everythingAsJson({ books, readBook, readChapters, readStories }: Belongings): AsyncGenerator<string> {
  yield '{"books":[';
  let separator = '\n';
  for (const id of books) {
    const book = await readBook(id);
    if (!book) continue;
    yield `${separator}{"book":${JSON.stringify(book)},"chapters":[`;
    yield* jsonItems(readChapters(id));
    yield ']}';
    separator = ',\n';
  }
  yield '],\n"stories":[';
  yield* jsonItems(readStories());
  yield ']}\n';
}

async function* jsonItems(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '\n';
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
}
