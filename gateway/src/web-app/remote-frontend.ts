import type { Request, Response } from 'express';
import type { Logger } from '@inkbear/service-kit/logger';
import { forwardedHeaders } from '../proxy/forwarded-headers.ts';
import type { Forwarder } from '../proxy/forwarder.ts';
import { closeUpstream, createUpstream, type Upstream } from '../proxy/upstreams.ts';
import { cacheControlOf } from './file-types.ts';
import { type DrawnPages, type Frontend, type FrontendAssets, parseAssets, parsePages } from './frontend.ts';

/** A plain path downwards: no dots alone, nothing encoded, nothing empty. */
const isFile = (file: string): boolean => /^[\w@+~-][\w.@+~-]*(?:\/[\w@+~-][\w.@+~-]*)*$/.test(file);

const lookEveryMs = 2000;
const answerWithinMs = 2000;
const fileWithinMs = 15_000;

/** A frontend behind an address of its own. While it does not answer, what it last said about itself stays true. */
export class RemoteFrontend implements Frontend {
  readonly name: string;
  readonly #base: URL;
  readonly #upstream: Upstream;
  readonly #forwarder: Forwarder;
  readonly #logger: Logger;
  #pages: { text: string; pages: DrawnPages | null } | null = null;
  readonly #known = new Map<string, { text: string | null; at: number }>();

  constructor(name: string, address: string, forwarder: Forwarder, logger: Logger) {
    this.name = name;
    this.#base = new URL(address.endsWith('/') ? address : `${address}/`);
    this.#upstream = createUpstream(this.#base.href);
    this.#forwarder = forwarder;
    this.#logger = logger;
  }

  async findAssets(): Promise<FrontendAssets | null> {
    const text = await this.#text('assets.json');
    return text === null ? null : parseAssets(this.name, text);
  }

  findTemplate(): Promise<string | null> {
    return this.#text('index.html');
  }

  async findPages(): Promise<DrawnPages | null> {
    const text = await this.#text('pages.json');
    if (text === null) return null;
    if (this.#pages?.text !== text) this.#pages = { text, pages: parsePages(text) };
    return this.#pages.pages;
  }

  async serve(req: Request, res: Response, file: string): Promise<boolean> {
    if (!isFile(file) || ['index.html', 'assets.json', 'pages.json'].includes(file)) return false;
    const query = req.url.indexOf('?');
    req.url = `/${file}${query === -1 ? '' : req.url.slice(query)}`;
    req.headers = forwardedHeaders(req.headers, {
      requestId: String(res.getHeader('x-request-id')),
      traceparent: null,
      identity: undefined,
      chain: [],
      withCookies: false,
    });
    await this.#forwarder.forward(req, res, {
      target: this.#upstream.target,
      agent: this.#upstream.agent,
      timeoutMs: fileWithinMs,
      bodyLimit: 0,
      onAnswer: (answer) =>
        (answer.headers['cache-control'] =
          answer.statusCode === 200 || answer.statusCode === 304 ? cacheControlOf(file) : 'no-store'),
    });
    return true;
  }

  close(): void {
    closeUpstream(this.#upstream);
  }

  async #text(file: string): Promise<string | null> {
    const known = this.#known.get(file);
    if (known && Date.now() - known.at < lookEveryMs) return known.text;
    const text = (await this.#fetch(file)) ?? known?.text ?? null;
    this.#known.set(file, { text, at: Date.now() });
    return text;
  }

  async #fetch(file: string): Promise<string | null> {
    try {
      const answer = await fetch(new URL(file, this.#base), { signal: AbortSignal.timeout(answerWithinMs) });
      return answer.ok ? await answer.text() : null;
    } catch (err) {
      this.#logger.warn({ err, frontend: this.name }, 'frontend does not answer');
      return null;
    }
  }
}
