import type { Archive } from '../../archive/archive.ts';
import { addMarkedText } from '../../document/add-marked-text.ts';
import type { DocumentBuilder } from '../../document/document-builder.ts';
import { outcomes } from '../../document/outcomes.ts';
import type { SectionRole } from '../../document/source-document.ts';
import { ImportError } from '../../import-error.ts';
import { importLimits } from '../../limits.ts';

/** The file of an account export that has everything, for programs. */
export const accountFile = 'inkbear.json';

/** A book of an account export. */
export interface ListedBook {
  readonly id: string;
  readonly title: string;
  /** It is the one that was read. */
  readonly isRead: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The pages of front and back matter, by the names that Inkbear stores. */
const roles: Readonly<Record<string, SectionRole>> = {
  'front-also-by': 'also-by',
  copyright: 'copyright',
  epigraph: 'epigraph',
  foreword: 'foreword',
  preface: 'preface',
  'front-acknowledgements': 'acknowledgements',
  afterword: 'afterword',
  notes: 'notes',
  'back-acknowledgements': 'acknowledgements',
  'about-author': 'about-author',
  'back-also-by': 'also-by',
  excerpt: 'excerpt',
};
const backKinds = new Set(['afterword', 'notes', 'back-acknowledgements', 'about-author', 'back-also-by', 'excerpt']);

async function readBooks(archive: Archive): Promise<Fields[]> {
  const text = await archive.readText(accountFile);
  try {
    return listOf(fieldsOf(JSON.parse(text))['books']);
  } catch (error) {
    throw new ImportError('imports.damaged', undefined, { cause: error });
  }
}

/**
 * Reads one book of an account export.
 * @param bookId undefined for the first one with text, which changed last
 * @returns all books, from which the author may choose another one
 * @throws ImportError `imports.empty` if there is no such book
 */
export async function readAccount(
  archive: Archive,
  builder: DocumentBuilder,
  bookId: string | undefined,
): Promise<ListedBook[]> {
  const books = await readBooks(archive);
  const ids = books.map(({ book }) => textOf(fieldsOf(book)['id']));
  const index = bookId === undefined ? Math.max(0, books.findIndex(hasText)) : ids.indexOf(bookId);
  const chosen = books[index];
  if (!chosen) throw new ImportError('imports.empty');
  new BookReader(builder).read(chosen);
  if (books.length > 1) builder.loseOutside('other', outcomes.otherBooks);
  return books.slice(0, importLimits.books).map(({ book }, at) => ({
    id: ids[at] ?? '',
    title: textOf(fieldsOf(book)['title']),
    isRead: at === index,
  }));
}

const hasText = ({ chapters }: Fields): boolean =>
  listOf(chapters).some(({ content }) => textOf(content).trim() !== '');

class BookReader {
  readonly #builder: DocumentBuilder;

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  read({ book, matter, design, chapters }: Fields): void {
    const { title, authorName, penName, language, dedication, introduction } = fieldsOf(book);
    const { metadata } = this.#builder;
    metadata.title = textOf(title);
    metadata.author = textOf(penName) || textOf(authorName);
    metadata.language = textOf(language);
    const pieces = listOf(fieldsOf(matter)['pieces']);
    this.#addPieces(pieces.filter(({ kind }) => !backKinds.has(textOf(kind))));
    this.#addSection({ role: 'dedication', title: '', text: textOf(dedication) });
    this.#addSection({ role: 'introduction', title: 'Introduction', text: textOf(introduction) });
    this.#addChapters(listOf(chapters), listOf(fieldsOf(design)['parts']));
    this.#addPieces(pieces.filter(({ kind }) => backKinds.has(textOf(kind))));
  }

  #addPieces(pieces: readonly Fields[]): void {
    for (const { kind, title, text } of pieces) {
      const role = roles[textOf(kind)];
      if (role !== undefined) this.#addSection({ role, title: textOf(title), text: textOf(text) });
    }
  }

  #addChapters(chapters: readonly Fields[], parts: readonly Fields[]): void {
    const titles = new Map(parts.map(({ beforeChapterId, title }) => [textOf(beforeChapterId), textOf(title)]));
    for (const { id, title, content } of chapters) {
      const part = titles.get(textOf(id)) ?? '';
      if (part !== '') this.#addHeading('part', part);
      this.#addHeading('chapter', textOf(title) || 'Untitled');
      addMarkedText(this.#builder, textOf(content), 1);
    }
  }

  #addHeading(role: SectionRole, title: string): void {
    this.#builder.addPageBreak({ role });
    this.#builder.addText(title, { emphasis: false, strong: false });
    this.#builder.endParagraph({ level: 1 });
  }

  /** A page without a title has its role only. */
  #addSection({ role, title, text }: { role: SectionRole; title: string; text: string }): void {
    if (text.trim() === '') return;
    if (title === '') this.#builder.addPageBreak({ role });
    else this.#addHeading(role, title);
    addMarkedText(this.#builder, text, 1);
  }
}
