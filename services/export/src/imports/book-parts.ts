import { madeImportMax } from '@inkbear/contracts/books/import';
import { type MatterKind, matterLimits, type MatterSection, matterTitles } from '@inkbear/contracts/books/matter';
import type { ImportPlan, PlannedImportChapter } from '@inkbear/contracts/export/import';
import type { SectionRole } from '@inkbear/import/document/source-document';
import { roleOfTitle } from '@inkbear/import/outline/matter-names';

/** What a book is made of. */
export interface BookParts {
  readonly dedication: string;
  readonly introduction: string;
  readonly matter: readonly MatterSection[];
  readonly chapters: readonly { readonly title: string; readonly content: string }[];
}

type Kinds = Partial<Record<SectionRole, MatterKind>>;

const frontKinds: Kinds = {
  'also-by': 'front-also-by',
  copyright: 'copyright',
  epigraph: 'epigraph',
  foreword: 'foreword',
  preface: 'preface',
  acknowledgements: 'front-acknowledgements',
};
const backKinds: Kinds = {
  afterword: 'afterword',
  notes: 'notes',
  acknowledgements: 'back-acknowledgements',
  'about-author': 'about-author',
  'also-by': 'back-also-by',
  excerpt: 'excerpt',
};

/** A piece of the plan with its text. */
type Piece = Pick<PlannedImportChapter, 'kind' | 'title'> & { readonly text: string };

/**
 * Divides what the plan includes into the parts of a book. Front and back matter with a known title becomes what the title
 * says, any other a foreword or an afterword; what has no room there stays a chapter. Chapters that are appended to a book
 * bring no front and back matter: it is a chapter then.
 */
export function toBookParts(plan: ImportPlan, text: string, { isNewBook }: { isNewBook: boolean }): BookParts {
  const pieces = plan.chapters
    .filter(({ include }) => include)
    .map(({ kind, title, from, to }) => ({ kind, title, text: withoutBlankEdges(text.slice(from, to)) }));
  const pages = new Pages();
  const chapters = pieces.filter((piece) => !isNewBook || piece.kind === 'chapter' || !pages.add(piece));
  // A book of pages alone would have no chapter to write in.
  if (chapters.length === 0) return { ...new Pages().parts, chapters: toChapters(pieces) };
  return { ...pages.parts, chapters: toChapters(chapters) };
}

const toChapters = (pieces: readonly Piece[]): BookParts['chapters'] =>
  pieces.map(({ title, text }, index) => ({ title: title || `Chapter ${index + 1}`, content: text }));

/** Without the white space at its end, and the blank lines at its beginning. */
function withoutBlankEdges(text: string): string {
  const first = text.search(/\S/);
  return first < 0 ? '' : text.slice(text.lastIndexOf('\n', first) + 1).trimEnd();
}

/** The front and back matter of a book, as far as there is room. */
class Pages {
  #dedication = '';
  #introduction = '';
  readonly #matter: MatterSection[] = [];

  get parts(): Pick<BookParts, 'dedication' | 'introduction' | 'matter'> {
    return { dedication: this.#dedication, introduction: this.#introduction, matter: this.#matter };
  }

  /** False when there is no room for the piece. A page without a text is left out. */
  add({ kind, title, text }: Piece): boolean {
    if (text === '') return true;
    const role = roleOfTitle(title);
    if (role === 'dedication' && this.#dedication === '' && text.length <= madeImportMax.dedication) {
      this.#dedication = text;
      return true;
    }
    if (role === 'introduction' && this.#introduction === '' && text.length <= madeImportMax.introduction) {
      this.#introduction = text;
      return true;
    }
    const hasRoom =
      this.#matter.length < matterLimits.pieces &&
      text.length <= matterLimits.text &&
      title.length <= matterLimits.title;
    if (hasRoom) this.#matter.push(toSection(kind, { role, title, text }));
    return hasRoom;
  }
}

function toSection(
  side: Piece['kind'],
  { role, title, text }: { role: SectionRole | null; title: string; text: string },
): MatterSection {
  const known = role && (side === 'front' ? frontKinds : backKinds)[role];
  const kind = known ?? (side === 'front' ? 'foreword' : 'afterword');
  const isUsualTitle = title.toLowerCase() === matterTitles[kind].toLowerCase();
  return { kind, title: isUsualTitle ? '' : title, text };
}
