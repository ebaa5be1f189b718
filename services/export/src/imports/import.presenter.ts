import type { ManuscriptImport } from '@inkbear/contracts/export/import';
import type { ImportRow } from './import.ts';

export const presentImport = (row: ImportRow): ManuscriptImport => ({
  id: row._id,
  fileName: row.fileName,
  bytes: row.bytes,
  format: row.format,
  state: row.state,
  progress: row.progress,
  plan: row.plan,
  planRev: row.planRev,
  length: row.length,
  losses: row.losses,
  commentCount: row.commentCount,
  booksInFile: row.booksInFile.map(({ title }, index) => ({ index, title, isRead: index === row.bookIndex })),
  bookId: row.bookId ?? row.appendTo,
  error: row.error,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});
