import {
  backMatterKinds,
  frontMatterKinds,
  type Matter,
  type MatterKind,
  matterLimits,
  type MatterSection,
} from '@inkbear/contracts/books/matter';

const matterKinds: readonly MatterKind[] = [...frontMatterKinds, ...backMatterKinds];

/** The pieces of each kind as JSON text, which a form can compare with the text that another client has saved. */
export type MatterFormValues = Readonly<Record<MatterKind, string>>;
/** A piece within the list of its kind. */
export type PieceText = Pick<MatterSection, 'title' | 'text'>;

export const matterFormValuesOf = ({ pieces }: Pick<Matter, 'pieces'>): MatterFormValues =>
  Object.fromEntries(
    matterKinds.map((kind) => [
      kind,
      writePieces(pieces.filter((piece) => piece.kind === kind).map(({ title, text }) => ({ title, text }))),
    ]),
  ) as MatterFormValues;

export const readPieces = (text: string): PieceText[] => JSON.parse(text) as PieceText[];
export const writePieces = (pieces: readonly PieceText[]): string => JSON.stringify(pieces);

/** The pieces in the order in which they are printed, without those that are empty. */
export const listPieces = (texts: MatterFormValues): MatterSection[] =>
  matterKinds.flatMap((kind) =>
    readPieces(texts[kind])
      .filter(({ title, text }) => title.trim() !== '' || text.trim() !== '')
      .map((piece) => ({ kind, ...piece })),
  );

/** Removes what the server does not store, so that an empty piece is not an unsaved change. */
export const normaliseMatter = (texts: MatterFormValues): MatterFormValues => {
  const pieces = listPieces(texts).map((piece) => ({ ...piece, title: piece.title.trim() }));
  return matterFormValuesOf({ pieces });
};

export const isMatterValid = (texts: MatterFormValues): boolean => {
  const pieces = listPieces(texts);
  return (
    pieces.length <= matterLimits.pieces &&
    pieces.every(({ title, text }) => title.length <= matterLimits.title && text.length <= matterLimits.text)
  );
};

/** The pieces of one kind as text, for a conflict that the author must resolve. */
export const describePieces = (text: string): string =>
  readPieces(text)
    .map((piece) => [piece.title, piece.text].filter(Boolean).join('\n'))
    .join('\n\n');
