import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { importLimits } from '@inkbear/contracts/export/import';
import { FairSlots } from '@inkbear/service-kit/fair-slots';
import { ProblemError, toProblemError } from '@inkbear/service-kit/problem';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import express, { type ErrorRequestHandler, type Request } from 'express';
import { receiveImport, type ReceiveDeps, type ReceivedFile } from './receive-import.ts';

const boundary = 'x';
const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="Snow – 1.md"\r\n\r\n`;
const fieldOf = (bookId: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="bookId"\r\n\r\n${bookId}\r\n`;
const end = `\r\n--${boundary}--\r\n`;
const megabyte = 1024 * 1024;

/** Uploads to a server whose storage is in memory. */
class TestUploads {
  readonly stored = { bytes: 0, discarded: [] as string[] };
  readonly #server: Server;

  private constructor(server: Server, stored: TestUploads['stored']) {
    this.#server = server;
    this.stored = stored;
  }

  /** @param storageReady until then nothing is stored */
  static async start({ stallMs = 400, storageReady = Promise.resolve() } = {}): Promise<TestUploads> {
    const stored: TestUploads['stored'] = { bytes: 0, discarded: [] };
    const deps = {
      imports: { readUsage: () => ({ all: 0, open: 0, today: 0 }), listQueued: () => [] },
      storedFiles: {
        insert: async (_file: unknown, pieces: AsyncIterable<Uint8Array>) => {
          await storageReady;
          for await (const piece of pieces) stored.bytes += piece.length;
        },
        discard: (id: string) => stored.discarded.push(id),
      },
      quota: { reserve: (_request: unknown, write: () => Promise<unknown>) => write() },
      uploadSlots: new FairSlots({
        name: 'uploads',
        slots: 1,
        maxWaiting: 0,
        maxWaitingPerOwner: 0,
        createFullError: () => new ProblemError('imports.busy'),
      }),
      peers: {
        call: (_route: unknown, { query }: { query: { bookId: string } }) =>
          query.bookId === 'mine' ? Promise.resolve({}) : Promise.reject(new ProblemError('books.not_found')),
      },
      clock: { now: () => new Date() },
      newId: () => 'stored-1',
      uploadStallMs: stallMs,
    } as unknown as ReceiveDeps;
    const replyWithProblem: ErrorRequestHandler = (error, _req, res, _next) => {
      const { status, code } = toProblemError(error);
      res.status(status).json({ code });
    };
    const app = express()
      .use((_req, res, next) => {
        res.locals['identity'] = { role: 'user', userId: 'u' };
        next();
      })
      .use(receiveImport(deps))
      .use((req, res) => void res.json((req as Request & { file?: ReceivedFile }).file))
      .use(replyWithProblem);
    const server = createServer(app);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TestUploads(server, stored);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Begins a request, whose parts a test sends. */
  begin(type = `multipart/form-data; boundary=${boundary}`): ClientRequest {
    const { port } = this.#server.address() as AddressInfo;
    const sent = request({ host: '127.0.0.1', port, method: 'POST', headers: { 'content-type': type } });
    sent.on('error', () => undefined);
    return sent;
  }

  /** Sends a whole form. */
  async send(...parts: (string | Buffer)[]): Promise<[status: number | undefined, body: unknown]> {
    const sent = this.begin();
    for (const part of parts) sent.write(part);
    sent.end();
    return await replyOf(sent);
  }
}

async function replyOf(sent: ClientRequest): Promise<[status: number | undefined, body: unknown]> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return [response.statusCode, await json(response)];
}

describe('receiveImport', () => {
  let uploads: TestUploads;
  afterEach(() => uploads.stop());

  it('stores a file while it arrives', async () => {
    uploads = await TestUploads.start();
    const sent = uploads.begin();
    sent.write(fieldOf('mine') + fileHead);
    sent.write('snow '.repeat(20_000));
    await eventually(() => uploads.stored.bytes > 50_000);
    sent.end(`snow${end}`);
    expect(await replyOf(sent)).toEqual([
      200,
      { storedId: 'stored-1', fileName: 'Snow – 1.md', bytes: 100_004, appendTo: 'mine' },
    ]);
    expect(uploads.stored).toEqual({ bytes: 100_004, discarded: [] });
  });

  it('reads no faster than it can store', async () => {
    const { promise: storageReady, resolve: beReady } = Promise.withResolvers<void>();
    uploads = await TestUploads.start({ stallMs: 60_000, storageReady });
    const sent = uploads.begin();
    sent.write(fileHead);
    let flushedMb = 0;
    const piece = Buffer.alloc(megabyte, 'a');
    const sendNext = () => {
      if (flushedMb === 50) return void sent.end(end);
      sent.write(piece, (error) => {
        if (error) return;
        flushedMb += 1;
        sendNext();
      });
    };
    sendNext();
    await eventually(() => flushedMb > 0);
    await sleep(300);
    // Only what the buffers of the connection hold.
    expect(flushedMb).toBeLessThan(25);
    beReady();
    expect(await replyOf(sent)).toMatchObject([200, { bytes: 50 * megabyte }]);
  });

  it('stores a short file, and an empty one', async () => {
    uploads = await TestUploads.start();
    expect(await uploads.send(fileHead, 'Snow.', end)).toMatchObject([200, { bytes: 5, appendTo: null }]);
    expect(await uploads.send(fieldOf(''), fileHead, '', end)).toMatchObject([200, { bytes: 0, appendTo: null }]);
  });

  it('refuses a file by its first bytes, before the rest has arrived', async () => {
    uploads = await TestUploads.start();
    const sent = uploads.begin();
    sent.write(fileHead);
    sent.write(`%PDF-1.7${'x'.repeat(100_000)}`);
    expect(await replyOf(sent)).toEqual([415, { code: 'imports.unknown_format' }]);
    expect(uploads.stored).toEqual({ bytes: 0, discarded: ['stored-1'] });
    sent.destroy();
  });

  it('refuses another author’s book before it reads the file', async () => {
    uploads = await TestUploads.start();
    expect(await uploads.send(fieldOf('foreign'), fileHead, 'Snow.', end)).toEqual([404, { code: 'books.not_found' }]);
    expect(uploads.stored).toEqual({ bytes: 0, discarded: [] });
  });

  it('accepts exactly 50 MB', async () => {
    uploads = await TestUploads.start();
    const piece = Buffer.alloc(megabyte, 'snow ');
    const pieces = Array.from({ length: importLimits.fileBytes / megabyte }, () => piece);
    expect(await uploads.send(fileHead, ...pieces, end)).toMatchObject([200, { bytes: importLimits.fileBytes }]);
    expect(await uploads.send(fileHead, ...pieces, 'x', end)).toEqual([413, { code: 'imports.too_large' }]);
    expect(uploads.stored.discarded).toEqual(['stored-1']);
  });

  it.each<[string, string[], string]>([
    ['without a file', [fieldOf('mine'), `--${boundary}--\r\n`], 'imports.file_missing'],
    ['with another field', [fileHead.replace('"file"', '"cover"'), 'Snow.', end], 'imports.file_missing'],
    ['that ends in the file', [fileHead, 'Snow.'], 'request.malformed'],
    [
      'with its book after the file',
      [fileHead, 'Snow.\r\n', fieldOf('mine'), `--${boundary}--\r\n`],
      'request.malformed',
    ],
  ])('refuses a form %s', async (_what, parts, code) => {
    uploads = await TestUploads.start();
    expect(await uploads.send(...parts)).toEqual([400, { code }]);
  });

  it('refuses what is no form', async () => {
    uploads = await TestUploads.start();
    const sent = uploads.begin('application/json');
    sent.end('{}');
    expect(await replyOf(sent)).toEqual([415, { code: 'request.unsupported_type' }]);
  });

  it.each(['', fileHead, `${fileHead}${'snow '.repeat(20_000)}`])(
    'gives up a form of which nothing arrives any more, and takes the next one (%#)',
    async (beginning) => {
      uploads = await TestUploads.start();
      const sent = uploads.begin();
      sent.write(beginning === '' ? '--' : beginning);
      expect(await replyOf(sent)).toEqual([504, { code: 'server.timeout' }]);
      sent.destroy();
      expect(await uploads.send(fileHead, 'Snow.', end)).toMatchObject([200, { bytes: 5 }]);
    },
  );

  it('discards the file of a client that has disconnected, and takes the next one', async () => {
    uploads = await TestUploads.start();
    const sent = uploads.begin();
    sent.write(fileHead + 'snow '.repeat(20_000));
    await eventually(() => uploads.stored.bytes > 0);
    const busy = await uploads.send(fileHead, 'Snow.', end);
    sent.destroy();
    await eventually(() => uploads.stored.discarded.length === 1);
    expect(busy).toEqual([503, { code: 'imports.busy' }]);
    const next = () => uploads.send(fileHead, 'Snow.', end);
    await eventually(next, ([status]) => status === 200);
  });
});
