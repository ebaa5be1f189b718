import { logoMaxBytes } from '@inkbear/contracts/admin/logo';
import { findUserStatus } from '@inkbear/contracts/auth/internal';
import type { Identity } from '@inkbear/service-kit/identity';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import multer from 'multer';

/** Multer ends a file that is longer than this; exactly the most is taken. */
const upload = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: logoMaxBytes, files: 1, fields: 4, fieldSize: 1024, parts: 5, headerPairs: 20 },
}).single('logo');

/** Whoever is neither an admin nor a user whom auth calls one is refused before a byte of the body is read. */
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

/** Takes the form in; every way in which it can be wrong has its own answer. */
export const receiveLogo: RequestHandler = (req, res, next) => {
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
