import { coverLimits } from '@inkbear/contracts/export/cover';
import { findScopeForOwner } from '@inkbear/contracts/books/internal';
import type { Identity } from '@inkbear/service-kit/identity';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import multer from 'multer';

/** Multer aborts files that are longer than the limit; exactly the limit is accepted. */
const upload = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: coverLimits.bytes, files: 1, fields: 4, fieldSize: 1024, parts: 5, headerPairs: 20 },
}).single('cover');

/** Rejects an upload for a book that is not the user's before its body is read. */
export const requireBook =
  (peers: Peers): RequestHandler =>
  async (req, res, next) => {
    const { userId } = res.locals['identity'] as Extract<Identity, { role: 'user' }>;
    await peers.call(findScopeForOwner, { query: { userId, bookId: String(req.params['id']) } });
    next();
  };

/** Parses the multipart form, and maps each kind of invalid form to its own error. */
export const parseCoverUpload: RequestHandler = (req, res, next) => {
  if (!req.is('multipart/form-data')) throw new ProblemError('request.unsupported_type');
  upload(req, res, (error: unknown) => next(error === undefined ? undefined : toProblem(error)));
};

function toProblem(error: unknown): Parameters<ErrorRequestHandler>[0] {
  if (!(error instanceof multer.MulterError))
    return error instanceof ProblemError ? error : new ProblemError('request.malformed', { cause: error });
  if (error.code === 'LIMIT_FILE_SIZE') return new ProblemError('export.cover_too_large');
  return new ProblemError(error.code === 'LIMIT_UNEXPECTED_FILE' ? 'export.cover_missing' : 'request.malformed', {
    cause: error,
  });
}
