import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter, ChapterListItem } from '@inkbear/contracts/books/chapter';
import type { Story } from '@inkbear/contracts/stories/story';

/** A book and which chapters it has, without their texts. */
export interface ListedBook {
  readonly book: Book;
  readonly chapters: readonly ChapterListItem[];
}

/** Everything that somebody owns, read from its owners page by page: nothing of it is held for longer than its page. What is deleted meanwhile is left out. */
export interface Belongings {
  readonly books: readonly Book['id'][];
  /** Null for a book that is there no more. */
  readonly readBook: (id: string) => Promise<ListedBook | null>;
  readonly readChapters: (listed: ListedBook) => AsyncIterable<Chapter>;
  readonly readStories: () => AsyncIterable<Story>;
}

/** A file of the archive; its text comes in parts. */
export interface ArchiveFile {
  readonly name: string;
  readonly parts: AsyncIterable<string> | Iterable<string>;
}

/** A folder name that every file system takes; the number keeps two books of one title apart. */
function folderName(title: string, index: number): string {
  const name = title
    .replaceAll(/[\u0000-\u001f\u007f"\\/:*?<>|.]/g, '-')
    .trim()
    .slice(0, 80)
    .toWellFormed();
  return `${String(index + 1).padStart(3, '0')} ${name || 'Untitled'}`;
}

const section = (heading: string, text: string): string => (text.trim() === '' ? '' : `## ${heading}\n\n${text}\n\n`);

const frontMatter = ({
  dedication,
  introduction,
  synopsis,
}: Pick<Book | Story, 'dedication' | 'introduction' | 'synopsis'>): string =>
  section('Dedication', dedication) + section('Introduction', introduction) + section('Synopsis', synopsis);

/** Everything one owns, as files: Markdown to read anywhere, JSON to move elsewhere. */
export async function* archiveFiles(belongings: Belongings): AsyncGenerator<ArchiveFile> {
  for (const [index, id] of belongings.books.entries()) {
    const listed = await belongings.readBook(id);
    if (listed)
      yield { name: `books/${folderName(listed.book.title, index)}/book.md`, parts: bookMarkdown(belongings, listed) };
  }
  let index = 0;
  for await (const story of belongings.readStories()) {
    yield {
      name: `stories/${folderName(story.title, index)}.md`,
      parts: [`# ${story.title}\n\n${frontMatter(story)}${story.content}\n`],
    };
    index += 1;
  }
  yield { name: 'inkbear.json', parts: everythingAsJson(belongings) };
}

async function* bookMarkdown({ readChapters }: Belongings, listed: ListedBook): AsyncGenerator<string> {
  const { book } = listed;
  yield `# ${book.title}\n\n${frontMatter(book)}${section('Outline', book.outline)}`;
  for await (const chapter of readChapters(listed))
    yield `## ${chapter.chapterNumber}. ${chapter.title}\n\n${chapter.content}\n\n`;
}

async function* everythingAsJson({ books, readBook, readChapters, readStories }: Belongings): AsyncGenerator<string> {
  yield '{"books":[';
  let separator = '\n';
  for (const id of books) {
    const listed = await readBook(id);
    if (!listed) continue;
    yield `${separator}{"book":${JSON.stringify(listed.book)},"chapters":[`;
    yield* jsonItems(readChapters(listed));
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
