import type { Route } from '@inkbear/contracts/route';
import type { ServiceName } from '@inkbear/contracts/services';
import { identityHeader } from '@inkbear/service-kit/identity';
import type { Logger } from '@inkbear/service-kit/logger';
import { ProblemError } from '@inkbear/service-kit/problem';
import { currentTraceparent } from '@inkbear/service-kit/telemetry';
import type { Request, Response } from 'express';
import type { IdentitySigner } from '../identity/identity-signer.ts';
import type { Admission, Admitted } from '../proxy/admission.ts';
import type { RouteTable } from '../proxy/route-table.ts';
import type { Upstream } from '../proxy/upstreams.ts';

export interface EmbeddedRepliesOptions {
  readonly table: RouteTable;
  readonly admission: Admission;
  readonly signer: IdentitySigner;
  readonly upstreams: Readonly<Record<ServiceName, Upstream>>;
  readonly logger: Logger;
  readonly timeoutMs?: number | undefined;
}

/**
 * The application of a page starts only when the whole document has arrived, and the page can request missing data
 * itself. So the timeout is short.
 */
const defaultTimeoutMs = 250;
/** Maximum size of one reply: a longer one would delay the start of the application. */
const maxBytes = 262_144;

/**
 * Fetches the API replies that a page needs first, with the identity of the page's caller, so that they can be embedded
 * in the document.
 */
export class EmbeddedReplies {
  readonly #options: EmbeddedRepliesOptions;

  constructor(options: EmbeddedRepliesOptions) {
    this.#options = options;
  }

  /**
   * Returns the replies by path as JSON. Never rejects: a refused, late, invalid or oversized reply is omitted; the
   * page then requests it itself and handles the error.
   */
  async collect(req: Request, res: Response, paths: readonly string[]): Promise<string> {
    const clientGone = new AbortController();
    res.once('close', () => res.writableFinished || clientGone.abort());
    const replies = await Promise.all(
      paths.map(
        async (path) =>
          await this.#fetchReply(req, res, path, clientGone.signal).catch((error: unknown) =>
            this.#logUnexpected(error, path),
          ),
      ),
    );
    return `{${replies.flatMap((reply, index) => (reply === null ? [] : [`${JSON.stringify(paths[index])}:${reply}`])).join(',')}}`;
  }

  /** Returns null unless the service replies 200 with JSON whose declared length is within the limit. */
  async #fetchReply(req: Request, res: Response, path: string, clientGone: AbortSignal): Promise<string | null> {
    const { table, admission, upstreams, timeoutMs = defaultTimeoutMs } = this.#options;
    const route = table.find('GET', path);
    if (!route) throw new Error(`There is no route for GET ${path}.`);
    const headers = this.#headers(route, await admission.admit(route, req), res);
    const response = await fetch(new URL(path, upstreams[route.owner].target), {
      headers,
      redirect: 'error',
      signal: AbortSignal.any([clientGone, AbortSignal.timeout(timeoutMs)]),
    });
    const isUsable =
      response.status === 200 &&
      response.headers.get('content-type')?.startsWith('application/json') === true &&
      Number(response.headers.get('content-length') ?? Infinity) <= maxBytes;
    if (!isUsable) {
      await response.body?.cancel();
      return null;
    }
    const text = await response.text();
    // One malformed reply must not break the others in the same script tag.
    JSON.parse(text);
    return text;
  }

  #headers({ owner }: Route, { identity, chain }: Admitted, res: Response): Record<string, string> {
    const [signed, traceparent] = [this.#options.signer.sign(identity, owner), currentTraceparent()];
    return {
      'accept-encoding': 'identity',
      'x-request-id': String(res.getHeader('x-request-id')),
      'x-forwarded-for': chain.join(', '),
      ...(signed === undefined ? {} : { [identityHeader]: signed }),
      ...(traceparent === null ? {} : { traceparent }),
    };
  }

  /**
   * Logs an unexpected error. Refusals, unavailable services, timeouts and disconnects are expected; the page handles
   * them when it requests the data.
   */
  #logUnexpected(err: unknown, path: string): null {
    const isExpected =
      err instanceof ProblemError ||
      err instanceof DOMException ||
      (err instanceof TypeError && /^(?:fetch failed|terminated)$/.test(err.message));
    if (!isExpected) this.#options.logger.error({ err, path }, 'embedded_reply_failed');
    return null;
  }
}
