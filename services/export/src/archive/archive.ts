import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter, ChapterListItem } from '@inkbear/contracts/books/chapter';
import type { Design } from '@inkbear/contracts/books/design';
import {
  backMatterKinds,
  frontMatterKinds,
  type Matter,
  type MatterKind,
  matterTitles,
} from '@inkbear/contracts/books/matter';
import type { Story } from '@inkbear/contracts/stories/story';

/** A book with its design and its front and back matter, and its chapter list without texts. */
export interface ListedBook {
  readonly book: Book;
  readonly design: Design;
  readonly matter: Matter;
  readonly chapters: readonly ChapterListItem[];
}

/**
 * A user’s books and stories, read from other services with one page in memory at a time. Items that are deleted while
 * the archive is streamed are skipped.
 */
export interface AccountContent {
  readonly books: readonly Book['id'][];
  /** Null for a book that was deleted in the meantime. */
  readonly readBook: (id: string) => Promise<ListedBook | null>;
  readonly readChapters: (listed: ListedBook) => AsyncIterable<Chapter>;
  readonly readStories: () => AsyncIterable<Story>;
}

/** A file of the archive. Its text is generated in parts. */
export interface ArchiveFile {
  readonly name: string;
  readonly parts: AsyncIterable<string> | Iterable<string>;
}

/** A folder name that is valid on every file system. The number distinguishes books with the same title. */
function folderName(title: string, index: number): string {
  const name = title
    .replaceAll(/[\u0000-\u001f\u007f"\\/:*?<>|.]/g, '-')
    .trim()
    .slice(0, 80)
    .toWellFormed();
  return `${String(index + 1).padStart(3, '0')} ${name || 'Untitled'}`;
}

const section = (heading: string, text: string): string => (text.trim() === '' ? '' : `## ${heading}\n\n${text}\n\n`);

const openingSections = ({
  dedication,
  introduction,
  synopsis,
}: Pick<Book | Story, 'dedication' | 'introduction' | 'synopsis'>): string =>
  section('Dedication', dedication) + section('Introduction', introduction) + section('Synopsis', synopsis);

/** The pieces of these kinds, in the order in which they are printed. */
const matterMarkdown = ({ pieces }: Matter, kinds: readonly MatterKind[]): string =>
  kinds
    .flatMap((kind) => pieces.filter((piece) => piece.kind === kind))
    .map(({ kind, title, text }) => section(title || matterTitles[kind], text))
    .join('');

/** The files of an archive: Markdown files for reading, and one JSON file with everything for other programs. */
export async function* archiveFiles(content: AccountContent): AsyncGenerator<ArchiveFile> {
  for (const [index, id] of content.books.entries()) {
    const listed = await content.readBook(id);
    if (listed)
      yield { name: `books/${folderName(listed.book.title, index)}/book.md`, parts: bookMarkdown(content, listed) };
  }
  let index = 0;
  for await (const story of content.readStories()) {
    yield {
      name: `stories/${folderName(story.title, index)}.md`,
      parts: [`# ${story.title}\n\n${openingSections(story)}${story.content}\n`],
    };
    index += 1;
  }
  yield { name: 'inkbear.json', parts: archiveAsJson(content) };
}

async function* bookMarkdown({ readChapters }: AccountContent, listed: ListedBook): AsyncGenerator<string> {
  const { book, matter } = listed;
  yield `# ${book.title}\n\n${openingSections(book)}${section('Outline', book.outline)}`;
  yield matterMarkdown(matter, frontMatterKinds);
  for await (const chapter of readChapters(listed))
    yield `## ${chapter.chapterNumber}. ${chapter.title}\n\n${chapter.content}\n\n`;
  yield matterMarkdown(matter, backMatterKinds);
}

async function* archiveAsJson({ books, readBook, readChapters, readStories }: AccountContent): AsyncGenerator<string> {
  yield '{"books":[';
  let separator = '\n';
  for (const id of books) {
    const listed = await readBook(id);
    if (!listed) continue;
    const { book, design, matter } = listed;
    yield `${separator}{"book":${JSON.stringify(book)},"design":${JSON.stringify(design)}`;
    yield `,"matter":${JSON.stringify(matter)},"chapters":[`;
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
