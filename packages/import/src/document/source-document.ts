/** What the readers of all formats produce: the blocks of a manuscript in their order, before its text is written. */

export interface TextStyle {
  readonly emphasis: boolean;
  readonly strong: boolean;
}

interface StyledText extends TextStyle {
  readonly kind: 'text';
  readonly text: string;
}

/** The place of a note; `note` is its index in the document. */
export interface NoteReference {
  readonly kind: 'note';
  readonly note: number;
}

/** Where the commented words begin or end; `comment` is the index of the comment in the document. */
export interface CommentAnchor {
  readonly kind: 'anchor';
  readonly comment: number;
  readonly edge: 'start' | 'end';
}

export type Inline = StyledText | NoteReference | CommentAnchor;
/** The parts of a line. Lines of a paragraph are separated by manual line breaks. */
export type Line = readonly Inline[];

/** What a page of a book is for; null in the fields below if nothing says so. */
export type SectionRole =
  | 'title-page'
  | 'copyright'
  | 'dedication'
  | 'epigraph'
  | 'contents'
  | 'foreword'
  | 'preface'
  | 'introduction'
  | 'acknowledgements'
  | 'also-by'
  | 'part'
  | 'chapter'
  | 'afterword'
  | 'notes'
  | 'about-author'
  | 'excerpt'
  | 'reference';

export interface HeadingBlock {
  readonly kind: 'heading';
  /** 1 is the highest. */
  readonly level: number;
  readonly lines: readonly Line[];
}

export interface ParagraphBlock {
  readonly kind: 'paragraph';
  /** `title` and `subtitle` belong to the book, `label` is printed above the title of a chapter. */
  readonly role: 'title' | 'subtitle' | 'label' | null;
  readonly isCentred: boolean;
  readonly lines: readonly Line[];
}

interface SceneBreakBlock {
  readonly kind: 'scene-break';
  /** Only anchors of comments. */
  readonly lines: readonly Line[];
}

/** Empty paragraphs. Whether they separate scenes depends on how many the whole document has. */
interface BlankBlock {
  readonly kind: 'blank';
  readonly count: number;
}

/** The beginning of a page, or of a file of a book that has several. */
export interface PageBreakBlock {
  readonly kind: 'page-break';
  readonly role: SectionRole | null;
  /** False where the author has said that the page is not part of the book. */
  readonly isIncluded: boolean;
}

export type TextBlock = HeadingBlock | ParagraphBlock | SceneBreakBlock;
export type SourceBlock = TextBlock | BlankBlock | PageBreakBlock;

export interface SourceNote {
  readonly paragraphs: readonly (readonly Line[])[];
}

export interface SourceComment {
  /** '' if unknown. */
  readonly author: string;
  readonly text: string;
}

export const lossKinds = [
  'image',
  'table',
  'footnote',
  'comment',
  'tracked-change',
  'equation',
  'field',
  'text-box',
  'style',
  'link',
  'other',
] as const;
export type LossKind = (typeof lossKinds)[number];

/** Something of the file that the text does not have, or has in another form. */
export interface SourceLoss {
  readonly kind: LossKind;
  /** What became of it: a sentence for the author. */
  readonly outcome: string;
  readonly count: number;
  /** `block` is the index of the block at which it stood; `quote` '' stands for the words of that block. */
  readonly places: readonly { readonly block: number; readonly quote: string }[];
}

export interface BookMetadata {
  readonly title: string;
  readonly author: string;
  /** A BCP 47 tag; '' if unknown. */
  readonly language: string;
}

export interface SourceDocument {
  readonly metadata: BookMetadata;
  readonly blocks: readonly SourceBlock[];
  readonly notes: readonly SourceNote[];
  readonly comments: readonly SourceComment[];
  readonly losses: readonly SourceLoss[];
}
