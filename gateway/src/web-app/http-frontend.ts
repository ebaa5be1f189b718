import type { Request, Response } from 'express';
import type { Logger } from '@inkbear/service-kit/logger';
import { forwardedHeaders } from '../proxy/forwarded-headers.ts';
import type { Forwarder } from '../proxy/forwarder.ts';
import { closeUpstream, createUpstream, type Upstream } from '../proxy/upstreams.ts';
import { cacheControlOf } from './file-types.ts';
import { type PrerenderedPages, type Frontend, type FrontendAssets, parseAssets, parsePages } from './frontend.ts';

/** Whether a name is a plain relative path, without dot segments, encoded characters or empty segments. */
const isFile = (file: string): boolean => /^[\w@+~-][\w.@+~-]*(?:\/[\w@+~-][\w.@+~-]*)*$/.test(file);

const checkIntervalMs = 2000;
const metadataTimeoutMs = 2000;
const fileTimeoutMs = 15_000;

/** Serves a frontend from another server. While that server does not respond, its last metadata is used. */
export class HttpFrontend implements Frontend {
  readonly name: string;
  readonly #base: URL;
  readonly #upstream: Upstream;
  readonly #forwarder: Forwarder;
  readonly #logger: Logger;
  #pages: { text: string; pages: PrerenderedPages | null } | null = null;
  readonly #cache = new Map<string, { text: string | null; at: number }>();

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

  async findPages(): Promise<PrerenderedPages | null> {
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
      timeoutMs: fileTimeoutMs,
      bodyLimit: 0,
      onResponse: (response) =>
        (response.headers['cache-control'] =
          response.statusCode === 200 || response.statusCode === 304 ? cacheControlOf(file) : 'no-store'),
    });
    return true;
  }

  close(): void {
    closeUpstream(this.#upstream);
  }

  async #text(file: string): Promise<string | null> {
    const cached = this.#cache.get(file);
    if (cached && Date.now() - cached.at < checkIntervalMs) return cached.text;
    const text = (await this.#fetch(file)) ?? cached?.text ?? null;
    this.#cache.set(file, { text, at: Date.now() });
    return text;
  }

  async #fetch(file: string): Promise<string | null> {
    try {
      const response = await fetch(new URL(file, this.#base), { signal: AbortSignal.timeout(metadataTimeoutMs) });
      return response.ok ? await response.text() : null;
    } catch (err) {
      this.#logger.warn({ err, frontend: this.name }, 'frontend_unreachable');
      return null;
    }
  }
}
