import { logoMaxBytes } from '@inkbear/contracts/admin/logo';
import { findUserStatus } from '@inkbear/contracts/auth/internal';
import type { Identity } from '@inkbear/service-kit/identity';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import multer from 'multer';

/** Multer aborts files that are longer than the limit; exactly the limit is accepted. */
const upload = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: logoMaxBytes, files: 1, fields: 4, fieldSize: 1024, parts: 5, headerPairs: 20 },
}).single('logo');

/** Rejects callers who are not admins before the body is read. For users, auth is asked whether they are admins. */
export const requireAdmin =
  (peers: Peers): RequestHandler =>
  async (_req, res, next) => {
    const identity = res.locals['identity'] as Identity;
    if (identity.role === 'user') {
      const { isAdmin, deletedAt } = await peers.call(findUserStatus, {
        params: { id: identity.userId },
        timeoutMs: 300,
      });
      if (!isAdmin || deletedAt !== null) throw new ProblemError('auth.role_required');
    }
    next();
  };

/** Parses the multipart form, and maps each kind of invalid form to its own error. */
export const parseLogoUpload: RequestHandler = (req, res, next) => {
  if (!req.is('multipart/form-data')) throw new ProblemError('request.unsupported_type');
  upload(req, res, (error: unknown) => next(error === undefined ? undefined : toProblem(error)));
};

function toProblem(error: unknown): Parameters<ErrorRequestHandler>[0] {
  if (!(error instanceof multer.MulterError))
    return error instanceof ProblemError ? error : new ProblemError('request.malformed', { cause: error });
  if (error.code === 'LIMIT_FILE_SIZE') return new ProblemError('admin.logo_too_large');
  return new ProblemError(error.code === 'LIMIT_UNEXPECTED_FILE' ? 'admin.logo_missing' : 'request.malformed', {
    cause: error,
  });
}
