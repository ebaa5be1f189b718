import { beginImport, finishImport, writeImportedChapter } from '@inkbear/contracts/books/import';
import type { Peers } from '@inkbear/service-kit/peers';
import type { StoredFileRepository } from '../editions/stored-file.repository.ts';
import { type BookParts, toBookParts } from './book-parts.ts';
import { type ImportRow, requireReadable } from './import.ts';
import { decodeText } from './stored-text.ts';

interface MakeDeps {
  readonly storedFiles: StoredFileRepository;
  readonly peers: Peers;
}

interface MakeOptions {
  /** The id of the author’s request, by which the books service recognises repeats. */
  readonly makingId: string;
  /** Chapters that an earlier attempt has stored. */
  readonly done: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, of: number) => void;
}

/**
 * Makes the book of an import, or appends its chapters, by requests that can all be repeated. Nothing is visible before the
 * last one. Returns the id of the book. Throws the refusals of the books service.
 */
export async function makeBook(
  { storedFiles, peers }: MakeDeps,
  row: ImportRow,
  { makingId: id, done, signal, onProgress }: MakeOptions,
): Promise<string> {
  const { userId, appendTo, plan, textId } = requireReadable(row);
  const text = decodeText(await storedFiles.read(textId));
  const { chapters, ...pages } = toBookParts(plan, text, { isNewBook: appendTo === null });
  await peers.call(beginImport, {
    params: { id },
    body: {
      userId,
      bookId: appendTo,
      title: plan.title || titleOf(row.fileName),
      authorName: plan.author,
      language: plan.language || 'EN',
      chapters: chapters.length,
      bytes: bytesOf({ chapters, ...pages }),
    },
    signal,
  });
  for (const [index, chapter] of chapters.entries()) {
    if (index < done) continue;
    await peers.call(writeImportedChapter, { params: { id, index }, body: { userId, ...chapter }, signal });
    onProgress(index + 1, chapters.length);
  }
  const book = await peers.call(finishImport, {
    params: { id },
    body: { userId, chapters: chapters.length, ...pages, matter: [...pages.matter] },
    signal,
  });
  return book.id;
}

/** The name of a file without its extension, for a book without a title. */
function titleOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return (dot > 0 ? fileName.slice(0, dot) : fileName).trim() || 'Untitled';
}

function bytesOf({ dedication, introduction, matter, chapters }: BookParts): number {
  const texts = [
    dedication,
    introduction,
    ...matter.map(({ text }) => text),
    ...chapters.map(({ content }) => content),
  ];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
