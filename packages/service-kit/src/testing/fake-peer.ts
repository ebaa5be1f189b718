import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ErrorCode } from '@inkbear/contracts/error-codes';
import { ProblemError } from '../problem.ts';

/** A fake peer service: `answer` returns the body of a 200 reply, or a ProblemError, or a promise of either. */
export class FakePeer {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** `answer` receives the path with its query, and the request body. */
  static async start(answer: (path: string, sent: unknown) => unknown): Promise<FakePeer> {
    const server = createServer(
      (req, res) =>
        void json(req).then(async (sent) => {
          const body = await answer(req.url ?? '/', sent);
          const problem = body instanceof ProblemError ? body : null;
          res
            .writeHead(problem?.status ?? 200, { 'content-type': 'application/json' })
            .end(JSON.stringify(problem ? problem.toProblem('test') : body));
        }),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new FakePeer(server);
  }

  static problem = (code: ErrorCode): ProblemError => new ProblemError(code);

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function json(req: IncomingMessage): Promise<unknown> {
  const sent = await text(req);
  return sent === '' ? null : JSON.parse(sent);
}
