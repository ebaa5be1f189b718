import { ProblemError } from '@inkbear/service-kit/problem';
import type { Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { codeOf } from '../error-code.ts';
import { countBody } from './body-limit.ts';
import { cleanAnswer } from './forwarded-headers.ts';
import { toProxyProblem } from './proxy-error.ts';

export interface Forwarding {
  readonly target: URL;
  readonly agent: Agent;
  /** Until the answer begins, and the longest silence after that. */
  readonly timeoutMs: number;
  /** Bytes that a body may have which did not announce its size. */
  readonly bodyLimit?: number;
  readonly onAnswer?: (answer: IncomingMessage) => void;
}

interface Open extends Forwarding {
  readonly fail: (error: unknown) => void;
  readonly answered: () => void;
  /** Stands for the request where its size must be counted. */
  body: Transform | undefined;
  request: ClientRequest | null;
  over: boolean;
}

/** http-proxy-middleware with our deadlines and problems. The caller has already written `req.headers` for the service. */
export class Forwarder {
  readonly #open = new WeakMap<IncomingMessage, Open>();
  readonly #middleware = createProxyMiddleware<Request, Response>({
    changeOrigin: true,
    ejectPlugins: true,
    router: (req, _res, options) => {
      const { target, agent, timeoutMs, body } = this.#of(req);
      Object.assign(options, { agent, proxyTimeout: timeoutMs + 1000 }, body ? { buffer: body } : {});
      return target;
    },
    plugins: [
      (proxy) => {
        proxy.on('proxyReq', (request, req) => {
          const open = this.#of(req);
          open.request = request;
          if (open.over) request.destroy();
        });
        proxy.on('proxyRes', (answer, req, res) => {
          const open = this.#of(req);
          open.answered();
          cleanAnswer(answer.headers);
          answer.headers.connection = res.shouldKeepAlive && isListening(req) ? 'keep-alive' : 'close';
          open.onAnswer?.(answer);
        });
        proxy.on('error', (error, req) => this.#of(req as Request).fail(error));
      },
    ],
  });

  /** Resolves when the answer has left or the client has; rejects with a problem when there is nothing to pass on. */
  async forward(req: Request, res: Response, forwarding: Forwarding): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => open.fail(new ProblemError('server.timeout')), forwarding.timeoutMs);
      let began = false;
      let again = false;
      const open: Open = {
        ...forwarding,
        body: undefined,
        request: null,
        over: false,
        answered: () => {
          began = true;
          clearTimeout(timer);
        },
        fail: (error) => {
          if (open.over || res.closed) return;
          if (!began && !again && isStaleConnection(error, open.request, req)) {
            again = true;
            void this.#middleware(req, res, reject);
            return;
          }
          open.over = true;
          clearTimeout(timer);
          open.request?.destroy();
          reject(toProxyProblem(error));
        },
      };
      res.once('close', () => {
        open.over = true;
        clearTimeout(timer);
        resolve();
      });
      open.body = countBody(req, forwarding.bodyLimit ?? Infinity, open.fail);
      this.#open.set(req, open);
      void this.#middleware(req, res, open.fail);
    });
  }

  #of(req: IncomingMessage): Open {
    const open = this.#open.get(req);
    if (!open) throw new Error('This request was not given to forward().');
    return open;
  }
}

/** A service that has just ended a kept connection never saw the request: reading may be tried once more. */
function isStaleConnection(error: unknown, request: ClientRequest | null, req: Request): boolean {
  return (
    codeOf(error) === 'ECONNRESET' && request?.reusedSocket === true && (req.method === 'GET' || req.method === 'HEAD')
  );
}

const isListening = (req: IncomingMessage): boolean =>
  (req.socket as { server?: { listening: boolean } }).server?.listening !== false;
