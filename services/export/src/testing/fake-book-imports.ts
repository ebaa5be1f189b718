import type { Book } from '@inkbear/contracts/books/book';
import { FakePeer } from '@inkbear/service-kit/testing/fake-peer';
import { testBook } from './test-book.ts';

type Step = 'begin' | 'write' | 'finish' | 'abandon';
type Fields = Record<string, unknown>;

/** One import in the books service. */
interface FakeImport {
  state: 'open' | 'finished' | 'abandoned';
  bookId: string;
  /** The bodies that began and finished it. */
  begun: Fields;
  finished: Fields | null;
  /** The chapters by their position. */
  readonly chapters: Map<number, Fields>;
}

/** The routes of the books service that make the book of an import. Repeats are answered as the service does. */
export class FakeBookImports {
  readonly imports = new Map<string, FakeImport>();
  /** All requests, such as `write 3`. */
  readonly requests: string[] = [];
  /** Called before each reply. It may return another reply, such as a problem. */
  beforeReply: (step: Step, index: number) => unknown = () => undefined;

  /** The only import so far. */
  get only(): FakeImport {
    const [first, ...others] = this.imports.values();
    if (!first || others.length > 0) throw new Error(`There are ${this.imports.size} imports.`);
    return first;
  }

  reset(): void {
    this.imports.clear();
    this.requests.splice(0);
    this.beforeReply = () => undefined;
  }

  async reply(pathname: string, sent: unknown): Promise<unknown> {
    const [, , , id = '', action, position] = pathname.split('/');
    const step = stepOf(action, sent);
    const index = Number(position ?? 0);
    this.requests.push(step === 'write' ? `write ${index}` : step);
    return (await this.beforeReply(step, index)) ?? this.#run(id, step, { index, body: (sent ?? {}) as Fields });
  }

  #run(id: string, step: Step, { index, body }: { index: number; body: Fields }): unknown {
    const known = this.imports.get(id);
    if (step === 'abandon') {
      if (known?.state === 'open') known.state = 'abandoned';
      return { bookId: known?.state === 'finished' ? known.bookId : null };
    }
    if (known?.state === 'abandoned' || (!known && step !== 'begin')) return FakePeer.problem('books.not_found');
    const current = known ?? this.#begin(id, body);
    if (step === 'begin') return { bookId: current.bookId };
    if (step === 'write') {
      current.chapters.set(index, body);
      return { chapterId: `${current.bookId}-${index}` };
    }
    if (current.chapters.size !== body['chapters']) return FakePeer.problem('books.import_incomplete');
    current.state = 'finished';
    current.finished = body;
    return { ...testBook, id: current.bookId, title: String(current.begun['title']) } satisfies Book;
  }

  #begin(id: string, begun: Fields): FakeImport {
    const bookId = (begun['bookId'] as string | null) ?? `book-of-${id}`;
    const created: FakeImport = { state: 'open', bookId, begun, finished: null, chapters: new Map() };
    this.imports.set(id, created);
    return created;
  }
}

/** A request without a body deletes. */
function stepOf(action: string | undefined, sent: unknown): Step {
  if (action === 'chapters') return 'write';
  if (action === 'finish') return 'finish';
  return sent === null ? 'abandon' : 'begin';
}
