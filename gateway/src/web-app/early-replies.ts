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

export interface EarlyRepliesOptions {
  readonly table: RouteTable;
  readonly admission: Admission;
  readonly signer: IdentitySigner;
  readonly upstreams: Readonly<Record<ServiceName, Upstream>>;
  readonly logger: Logger;
  readonly withinMs?: number | undefined;
}

/** The page waits no longer than this for what it could ask itself, as its application starts only when all of it is there. */
const usuallyWithinMs = 250;
/** Bytes of one reply: a longer one would hold up the application that needs it. */
const mostBytes = 262_144;

/** Asks the services what a page would ask first, as who opens the page, and passes on what they answer as it is. */
export class EarlyReplies {
  readonly #options: EarlyRepliesOptions;

  constructor(options: EarlyRepliesOptions) {
    this.#options = options;
  }

  /** JSON of the replies by path. Never rejects: what is refused, late, broken or long is left out, and the page asks for it itself and hears why. */
  async collect(req: Request, res: Response, paths: readonly string[]): Promise<string> {
    const gone = new AbortController();
    res.once('close', () => res.writableFinished || gone.abort());
    const found = await Promise.all(
      paths.map(
        async (path) =>
          await this.#ask(req, res, path, gone.signal).catch((error: unknown) => this.#leaveOut(error, path)),
      ),
    );
    return `{${found.flatMap((reply, index) => (reply === null ? [] : [`${JSON.stringify(paths[index])}:${reply}`])).join(',')}}`;
  }

  /** Null unless the service answers 200 with JSON that tells its length, uncompressed, and is short enough. */
  async #ask(req: Request, res: Response, path: string, gone: AbortSignal): Promise<string | null> {
    const { table, admission, upstreams, withinMs = usuallyWithinMs } = this.#options;
    const route = table.find('GET', path);
    if (!route) throw new Error(`No route answers GET ${path}.`);
    const headers = this.#headers(route, await admission.admit(route, req), res);
    const answer = await fetch(new URL(path, upstreams[route.owner].target), {
      headers,
      redirect: 'error',
      signal: AbortSignal.any([gone, AbortSignal.timeout(withinMs)]),
    });
    const isFit =
      answer.status === 200 &&
      answer.headers.get('content-type')?.startsWith('application/json') === true &&
      Number(answer.headers.get('content-length') ?? Infinity) <= mostBytes;
    if (!isFit) {
      await answer.body?.cancel();
      return null;
    }
    const text = await answer.text();
    // One that is broken would take the others in its element along.
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

  /** A refusal, a service that is away or late, or a client who left: all of them are told by whoever asks for it next. */
  #leaveOut(err: unknown, path: string): null {
    const isExpected =
      err instanceof ProblemError ||
      err instanceof DOMException ||
      (err instanceof TypeError && /^(?:fetch failed|terminated)$/.test(err.message));
    if (!isExpected) this.#options.logger.error({ err, path }, 'a reply could not come with its page');
    return null;
  }
}
