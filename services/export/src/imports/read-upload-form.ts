import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { importLimits } from '@inkbear/contracts/export/import';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Request, Response } from 'express';
import multer, { type StorageEngine } from 'multer';

type FormFields = Readonly<Record<string, unknown>>;

/** An upload form at the moment at which its file begins. */
export interface UploadForm {
  /** The fields that came before the file. */
  readonly fields: FormFields;
  readonly fileName: string;
  readonly file: Readable;
  /** To be called after the file was read to its end. Resolves with all fields when the whole form has arrived. */
  readonly complete: () => Promise<FormFields>;
  /**
   * Discards the rest of the form. Resolves when it has arrived, or soon when it takes longer: then the sender gets a reply
   * while it still sends.
   */
  readonly discard: (error: unknown) => Promise<void>;
}

/** Some clients take a reply for a broken connection while they are sending, so they may finish a short rest before. */
const discardMs = 2000;

const limits = {
  fileSize: importLimits.fileBytes,
  files: 1,
  fields: 4,
  fieldSize: 1024,
  parts: 5,
  headerPairs: 20,
} as const;

interface Options {
  /** A form of which nothing arrives for this long is given up. */
  readonly stallMs: number;
}

/**
 * Reads a form with the field `file`, without holding the file in memory. Resolves when the file begins. Throws 400 for
 * another form, and 504 when nothing arrives for too long; `file` and `complete` fail likewise.
 */
export async function readUploadForm(req: Request, res: Response, { stallMs }: Options): Promise<UploadForm> {
  const form = Promise.withResolvers<UploadForm>();
  const whole = Promise.withResolvers<void>();
  // Whoever waits for the file learns of the error from it.
  whole.promise.catch(() => undefined);
  let file: Readable | null = null;
  const fail = (problem: ProblemError): void => {
    form.reject(problem);
    whole.reject(problem);
  };
  const stall = setTimeout(() => {
    const problem = new ProblemError('server.timeout');
    fail(problem);
    file?.destroy(problem);
  }, stallMs);
  req.on('data', () => stall.refresh());
  req.once('close', () => clearTimeout(stall));

  const storage: StorageEngine = {
    _handleFile: (_req, { originalname, stream }, done) => {
      file = stream;
      form.resolve({
        // A copy, because a short form may have arrived as a whole.
        fields: { ...(req.body as FormFields) },
        fileName: originalname,
        file: stream,
        complete: async () => {
          done(null, {});
          await whole.promise;
          return req.body as FormFields;
        },
        discard: async (error) => {
          done(error);
          const arrived = whole.promise.catch(() => undefined);
          await Promise.race([arrived, sleep(discardMs, undefined, { ref: false })]);
        },
      });
    },
    // The caller deletes what it has stored.
    _removeFile: (_req, _file, done) => done(null),
  };
  multer({ storage, limits, defParamCharset: 'utf8' }).single('file')(req, res, (error: unknown) => {
    clearTimeout(stall);
    if (error !== undefined) return fail(toProblem(error));
    whole.resolve();
    form.reject(new ProblemError('imports.file_missing'));
  });
  return await form.promise;
}

/** Maps each kind of invalid form to its own error. */
function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (!(error instanceof multer.MulterError)) return new ProblemError('request.malformed', { cause: error });
  if (error.code === 'LIMIT_FILE_SIZE') return new ProblemError('imports.too_large');
  return new ProblemError(error.code === 'LIMIT_UNEXPECTED_FILE' ? 'imports.file_missing' : 'request.malformed', {
    cause: error,
  });
}
