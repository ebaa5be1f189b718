import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AppStack, startAppStack } from './app-stack.ts';

/** Address of the SharedStackServer, for the jest workers. */
export const sharedStackUrlName = 'SHARED_STACK_URL';

/**
 * Owns the stack that all jest workers share, in jest's main process. `GET /stack` answers `{ url, dataDir }` and starts
 * the stack on the first request; `PUT /keep-logs` keeps the stack's logs when it is removed.
 */
export class SharedStackServer {
  readonly #server: Server;
  #stack: Promise<AppStack> | undefined;
  #keepLogs = false;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async listen(): Promise<SharedStackServer> {
    const shared = new SharedStackServer();
    shared.#server.listen(0, '127.0.0.1');
    await once(shared.#server, 'listening');
    return shared;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async end(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await (await this.#stack)?.remove({ keepLogs: this.#keepLogs });
  }

  async #answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (`${method} ${url}`) {
      case 'GET /stack':
        try {
          const { url: stackUrl, dataDir } = await (this.#stack ??= startAppStack({ seed: false }));
          response.end(JSON.stringify({ url: stackUrl, dataDir }));
        } catch (error) {
          response.writeHead(500).end(error instanceof Error ? error.message : String(error));
        }
        return;
      case 'PUT /keep-logs':
        this.#keepLogs = true;
        response.end();
        return;
      default:
        response.writeHead(404).end();
    }
  }
}
