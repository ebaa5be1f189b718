import type { Matter, MatterRevision, MatterRevisionWithPieces } from '@inkbear/contracts/books/matter';
import type { MatterRow, MatterSummary } from './matter.ts';

/** The front and back matter of a book; none for a book without a row. */
export const presentMatter = (row: MatterRow | null): Matter =>
  row ? { rev: row.rev, pieces: row.pieces } : { rev: 0, pieces: [] };

export const presentMatterRevision = ({ rev, at, pieceCount, wordCount }: MatterSummary): MatterRevision => ({
  rev,
  at: at.toISOString(),
  pieceCount,
  wordCount,
});

export const presentMatterRevisionWithPieces = (row: MatterRow): MatterRevisionWithPieces => ({
  ...presentMatterRevision(row),
  pieces: row.pieces,
});
