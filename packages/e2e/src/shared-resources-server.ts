import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserServer, chromium } from 'playwright-core';
import { type AppStack, startAppStack } from './app-stack.ts';
import { launchOptions } from './open-browser.ts';

/** Environment variable with the address of the SharedResourcesServer, for the jest workers. */
export const serverUrlVariable = 'E2E_SHARED_RESOURCES_URL';

/**
 * Owns what the spec files of all jest workers share, in jest's main process: one stack and one browser. Both start on
 * the first request. `GET /stack` answers `{ url, dataDir }`, `GET /browser` answers `{ wsEndpoint }`, `PUT /keep-logs`
 * keeps the stack's logs when it is removed.
 */
export class SharedResourcesServer {
  readonly #server: Server;
  #stack: Promise<AppStack> | undefined;
  #browser: Promise<BrowserServer> | undefined;
  #keepLogs = false;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) =>
        response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
      );
    });
  }

  static async listen(): Promise<SharedResourcesServer> {
    const server = new SharedResourcesServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async end(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    try {
      await (await this.#browser)?.close();
    } finally {
      await (await this.#stack)?.remove({ keepLogs: this.#keepLogs });
    }
  }

  async #answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (`${method} ${url}`) {
      case 'GET /stack': {
        const { url: stackUrl, dataDir } = await (this.#stack ??= startAppStack({ seed: false }));
        response.end(JSON.stringify({ url: stackUrl, dataDir }));
        return;
      }
      case 'GET /browser': {
        const browser = await (this.#browser ??= this.#launchBrowser());
        response.end(JSON.stringify({ wsEndpoint: browser.wsEndpoint() }));
        return;
      }
      case 'PUT /keep-logs':
        this.#keepLogs = true;
        response.end();
        return;
      default:
        response.writeHead(404).end();
    }
  }

  /** After a crash, the next request starts another browser. */
  async #launchBrowser(): Promise<BrowserServer> {
    const browser = await chromium.launchServer({ ...launchOptions(), host: '127.0.0.1' });
    browser.once('close', () => (this.#browser = undefined));
    return browser;
  }
}
