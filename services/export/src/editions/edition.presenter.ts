import type { Edition, EditionFile } from '@inkbear/contracts/export/edition';
import type { EditionRow, FileRow } from './edition.ts';
import { fileNameOf } from './file-names.ts';

export const presentFile = (edition: EditionRow, file: FileRow): EditionFile => ({
  id: file.id,
  profile: file.profile,
  state: file.state,
  progress: file.progress,
  createdAt: file.createdAt.toISOString(),
  finishedAt: file.finishedAt?.toISOString() ?? null,
  pages: file.pages,
  bytes: file.bytes,
  name: fileNameOf(edition, file.profile),
  preflight: file.preflight,
  comparison: file.comparison,
  error: file.error,
});

export const presentEdition = (row: EditionRow): Edition => ({
  id: row._id,
  bookId: row.bookId,
  name: row.name,
  pinned: row.pinned,
  createdAt: row.createdAt.toISOString(),
  revisions: row.revisions,
  docx: row.docx,
  files: row.files.map((file) => presentFile(row, file)),
});
