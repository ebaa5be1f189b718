import { ProblemError } from '@inkbear/service-kit/problem';
import type { Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { limitStreamedBody } from './body-limit.ts';
import { cleanResponseHeaders } from './forwarded-headers.ts';
import { codeOf, toProxyProblem } from './proxy-error.ts';

export interface ForwardOptions {
  readonly target: URL;
  readonly agent: Agent;
  /** Deadline for the start of the response, and the maximum pause between chunks after that. */
  readonly timeoutMs: number;
  /** Size limit of a chunked body without `Content-Length`, in bytes. */
  readonly bodyLimit?: number;
  readonly onResponse?: (response: IncomingMessage) => void;
}

/** The state of one forwarded request. */
interface ForwardedRequest extends ForwardOptions {
  readonly fail: (error: unknown) => void;
  readonly onResponseStarted: () => void;
  /** Replaces the request as body source when its size must be limited. */
  body: Transform | undefined;
  request: ClientRequest | null;
  isDone: boolean;
}

/**
 * Forwards requests to services: http-proxy-middleware with deadlines and problem errors. The caller must first set
 * `req.headers` to the headers for the service.
 */
export class Forwarder {
  readonly #forwarded = new WeakMap<IncomingMessage, ForwardedRequest>();
  readonly #middleware = createProxyMiddleware<Request, Response>({
    changeOrigin: true,
    ejectPlugins: true,
    router: (req, _res, options) => {
      const { target, agent, timeoutMs, body } = this.#stateOf(req);
      Object.assign(options, { agent, proxyTimeout: timeoutMs + 1000 }, body ? { buffer: body } : {});
      return target;
    },
    plugins: [
      (proxy) => {
        proxy.on('proxyReq', (request, req) => {
          const forwarded = this.#stateOf(req);
          forwarded.request = request;
          if (forwarded.isDone) request.destroy();
        });
        proxy.on('proxyRes', (response, req, res) => {
          const forwarded = this.#stateOf(req);
          forwarded.onResponseStarted();
          cleanResponseHeaders(response.headers);
          response.headers.connection = res.shouldKeepAlive && isListening(req) ? 'keep-alive' : 'close';
          forwarded.onResponse?.(response);
        });
        proxy.on('error', (error, req) => this.#stateOf(req as Request).fail(error));
      },
    ],
  });

  /**
   * Resolves when the response was sent or the client disconnected. Rejects with a problem when there is no response to
   * forward.
   */
  async forward(req: Request, res: Response, options: ForwardOptions): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const timeOut = (): void => {
        const cause = new Error(`The service has not answered within ${options.timeoutMs} ms.`);
        forwarded.fail(new ProblemError('server.timeout', { cause }));
      };
      const timer = setTimeout(timeOut, options.timeoutMs);
      let hasStarted = false;
      let hasRetried = false;
      const forwarded: ForwardedRequest = {
        ...options,
        body: undefined,
        request: null,
        isDone: false,
        onResponseStarted: () => {
          hasStarted = true;
          clearTimeout(timer);
        },
        fail: (error) => {
          if (forwarded.isDone || res.closed) return;
          if (!hasStarted && !hasRetried && isStaleConnection(error, forwarded.request, req)) {
            hasRetried = true;
            void this.#middleware(req, res, reject);
            return;
          }
          forwarded.isDone = true;
          clearTimeout(timer);
          forwarded.request?.destroy();
          reject(toProxyProblem(error));
        },
      };
      res.once('close', () => {
        forwarded.isDone = true;
        clearTimeout(timer);
        resolve();
      });
      forwarded.body = limitStreamedBody(req, options.bodyLimit ?? Infinity, forwarded.fail);
      this.#forwarded.set(req, forwarded);
      void this.#middleware(req, res, forwarded.fail);
    });
  }

  #stateOf(req: IncomingMessage): ForwardedRequest {
    const forwarded = this.#forwarded.get(req);
    if (!forwarded) throw new Error('This request was not passed to forward().');
    return forwarded;
  }
}

/**
 * Whether a reused keep-alive connection was closed before the service saw the request, and the request is a read, so
 * that a retry is safe.
 */
function isStaleConnection(error: unknown, request: ClientRequest | null, req: Request): boolean {
  return (
    codeOf(error) === 'ECONNRESET' && request?.reusedSocket === true && (req.method === 'GET' || req.method === 'HEAD')
  );
}

/** False while the gateway shuts down. */
const isListening = (req: IncomingMessage): boolean =>
  (req.socket as { server?: { listening: boolean } }).server?.listening !== false;
