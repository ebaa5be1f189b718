import type { BibleEntryDetails } from '@inkbear/contracts/bible/bible';
import { attributeName, kindNames, relationName } from '@inkbear/contracts/bible/names';
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
import type { SavedStyle } from '@inkbear/contracts/books/style-sheet';
import type { Story } from '@inkbear/contracts/stories/story';

/** A book with its design, its front and back matter and its style sheet, and its chapter list without texts. */
export interface ListedBook {
  readonly book: Book;
  readonly design: Design;
  readonly matter: Matter;
  readonly style: SavedStyle;
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
  /** Whether the author has written or accepted an entry of the book's story bible. */
  readonly hasBible: (bookId: string) => Promise<boolean>;
  /** The entries of the book's story bible, with the relations that begin at them. */
  readonly readBible: (bookId: string) => AsyncIterable<BibleEntryDetails>;
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
    if (!listed) continue;
    const folder = `books/${folderName(listed.book.title, index)}`;
    const hasBible = await content.hasBible(id);
    yield { name: `${folder}/book.md`, parts: bookMarkdown(content, listed) };
    if (hasBible) yield { name: `${folder}/story-bible.md`, parts: bibleMarkdown(content, listed) };
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

/** What the author has written or accepted; proposals are in the JSON file only. */
async function* bibleMarkdown({ readBible }: AccountContent, { book, chapters }: ListedBook): AsyncGenerator<string> {
  yield `# Story bible of ${book.title}\n\n`;
  const names = new Map<string, string>();
  for await (const { id, name } of readBible(book.id)) names.set(id, name);
  const numbers = new Map(chapters.map(({ id, chapterNumber }) => [id, chapterNumber]));
  for await (const entry of readBible(book.id)) if (isDecided(entry)) yield entryMarkdown(entry, { names, numbers });
}

const isDecided = ({ status }: Pick<BibleEntryDetails, 'status'>): boolean => status !== 'proposed';

interface Known {
  /** The names of all entries, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** The numbers of all chapters, by id. */
  readonly numbers: ReadonlyMap<string, number>;
}

function entryMarkdown(
  { name, kind, aliases, summary, notes, when, facts, relations }: BibleEntryDetails,
  { names, numbers }: Known,
): string {
  const lines = [
    ...facts
      .filter(isDecided)
      .map((fact) => `${attributeName(fact.attribute)}: ${fact.value}${validity(fact, numbers)}`),
    ...relations.filter(isDecided).flatMap((relation) => {
      const other = names.get(relation.toId);
      return other === undefined ? [] : [`${relationName(relation.type)} ${other}${validity(relation, numbers)}`];
    }),
  ];
  const parts = [
    `## ${name}`,
    `${kindNames[kind]}${aliases.length > 0 ? `; also ${aliases.join(', ')}` : ''}${when?.date ? `; ${when.date}` : ''}`,
    summary,
    lines.map((line) => `- ${line}`).join('\n'),
    notes,
  ];
  return `${parts.filter((part) => part.trim() !== '').join('\n\n')}\n\n`;
}

/** Where something begins and ends, such as “ (from chapter 2 until chapter 5)”; '' for what is always true. */
function validity(
  { since, until }: Pick<BibleEntryDetails['facts'][number], 'since' | 'until'>,
  numbers: Known['numbers'],
): string {
  const chapterOf = (point: typeof since, word: string): string[] => {
    const number = point && numbers.get(point.chapterId);
    return number ? [`${word} chapter ${number}`] : [];
  };
  const parts = [...chapterOf(since, 'from'), ...chapterOf(until, 'until')];
  return parts.length === 0 ? '' : ` (${parts.join(' ')})`;
}

async function* archiveAsJson({
  books,
  readBook,
  readChapters,
  readBible,
  readStories,
}: AccountContent): AsyncGenerator<string> {
  yield '{"books":[';
  let separator = '\n';
  for (const id of books) {
    const listed = await readBook(id);
    if (!listed) continue;
    const { book, design, matter, style } = listed;
    yield `${separator}{"book":${JSON.stringify(book)},"design":${JSON.stringify(design)}`;
    yield `,"matter":${JSON.stringify(matter)},"style":${JSON.stringify(style)},"chapters":[`;
    yield* jsonItems(readChapters(listed));
    yield '],"bible":[';
    yield* jsonItems(readBible(id));
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
