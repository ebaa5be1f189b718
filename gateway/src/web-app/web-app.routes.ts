import type { SiteConfig } from '@inkbear/contracts/site-config';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Request, RequestHandler, Response } from 'express';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../error-code.ts';
import { pathOf } from '../proxy/api.routes.ts';
import { type ContentPolicy, newNonce } from '../security/security-headers.ts';
import type { EarlyReplies } from './early-replies.ts';
import { encode, encoder, encodingFor } from './encodings.ts';
import type { Frontend, FrontendAssets } from './frontend.ts';
import { escapeJson, fillPage, inlineScripts, robotsText, siteMap, unavailablePage } from './page.ts';

export interface WebAppOptions {
  readonly shell: Frontend;
  readonly remotes: readonly Frontend[];
  readonly replies: EarlyReplies;
  readonly config: SiteConfig;
  readonly policy: ContentPolicy;
  readonly publicUrl: string;
  /** Name of the session cookie. */
  readonly cookieName: string;
}

const isReading = (req: Request): boolean => req.method === 'GET' || req.method === 'HEAD';

/** `/mfe/<frontend>/<file>`, and for every other address that a browser opens the shell's page. */
export function createWebApp(options: WebAppOptions): RequestHandler {
  const { shell, remotes } = options;
  const publicUrl = new URL(options.publicUrl).origin;
  const frontends = new Map([shell, ...remotes].map((frontend) => [frontend.name, frontend]));
  return async (req, res, next) => {
    if (!isReading(req) || !req.url.startsWith('/')) return next();
    const pathname = pathOf(req);
    if (pathname === '/robots.txt') {
      res.locals['routeId'] = 'robots.txt';
      res.type('text/plain').send(robotsText(publicUrl));
    } else if (pathname === '/sitemap.xml') {
      res.locals['routeId'] = 'sitemap.xml';
      res.type('application/xml').send(siteMap(publicUrl, Object.keys((await shell.findPages())?.pages ?? {})));
    } else if (pathname.startsWith('/mfe/')) {
      res.locals['routeId'] = 'asset';
      const [, , name = '', ...file] = pathname.split('/');
      if (!(await frontends.get(name)?.serve(req, res, file.join('/')))) throw new ProblemError('request.not_found');
    } else if (isPage(req, pathname)) {
      res.locals['routeId'] = 'page';
      await sendPage(req, res, { ...options, publicUrl });
    } else next();
  };
}

const isPage = (req: Request, pathname: string): boolean =>
  !/^\/(?:api|internal)(?:\/|$)/.test(pathname) && req.accepts('html') !== false;

async function sendPage(
  req: Request,
  res: Response,
  { shell, remotes, replies, config, policy, publicUrl, cookieName }: WebAppOptions,
): Promise<void> {
  const nonce = newNonce();
  const hasSession = req.get('cookie')?.includes(`${cookieName}=`) === true;
  const { template, drawnBy, reads = [] } = await templateFor(pathOf(req), hasSession, shell, remotes);
  const { ahead, early } = hasSession && !drawnBy ? await filesAhead(pathOf(req), shell, remotes) : {};
  const page =
    template === null
      ? unavailablePage(nonce)
      : fillPage(template, {
          nonce,
          remotes: await entriesOf(remotes),
          config,
          publicUrl,
          hasSession,
          drawnBy,
          ahead,
          early,
        });
  res.status(template === null ? 503 : 200).set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy({ nonce, scripts: inlineScripts(template ?? '') }),
    'Cache-Control': 'private, no-store',
    Vary: 'Accept-Encoding',
    ...(template === null ? { 'Retry-After': '5' } : {}),
  });
  const [before = '', after] = page.split('{{replies}}');
  if (after === undefined || req.method === 'HEAD') await sendWhole(req, res, before);
  else await sendInTwo(req, res, before, async () => `${escapeJson(await replies.collect(req, res, reads))}${after}`);
}

async function sendWhole(req: Request, res: Response, page: string): Promise<void> {
  const encoding = encodingFor(req);
  const bytes = await encode(Buffer.from(page), encoding, 4);
  res.set({
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    'Content-Length': String(bytes.length),
  });
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

/** The browser reads the first piece, and fetches what it names, while the second is made, which must not fail. */
async function sendInTwo(req: Request, res: Response, first: string, second: () => Promise<string>): Promise<void> {
  const encoding = encodingFor(req);
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  const encoded = encoder(encoding);
  const write = async () => {
    encoded.write(first);
    encoded.flush?.();
    encoded.end(await second());
  };
  try {
    await Promise.all([pipeline(encoded, res), write()]);
  } catch (error) {
    // Whoever left before the end hears nothing more.
    if (codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

interface Template {
  readonly template: string | null;
  /** The remote of a page that was drawn when it was built. */
  readonly drawnBy?: FrontendAssets;
  /** What an outline asks first. */
  readonly reads?: readonly string[];
}

/** A page that was drawn when it was built, as long as its remote is there, or its outline for who brings a session; else the shell draws all of it in the browser. */
async function templateFor(
  pathname: string,
  hasSession: boolean,
  shell: Frontend,
  remotes: readonly Frontend[],
): Promise<Template> {
  if (!(await shell.findAssets())) return { template: null };
  const drawn = await shell.findPages();
  const page = drawn && Object.hasOwn(drawn.pages, pathname) ? drawn.pages[pathname] : undefined;
  const drawnBy = page === undefined ? null : await remotes.find(({ name }) => name === drawn?.remote)?.findAssets();
  if (page !== undefined && drawnBy) return { template: page, drawnBy };
  const outline = hasSession && drawn && Object.hasOwn(drawn.outlines, pathname) ? drawn.outlines[pathname] : undefined;
  return outline ? { template: outline.html, reads: outline.reads } : { template: await shell.findTemplate() };
}

/** Everything that a signed-in person's page will ask for, so that the browser need not find it out one file after the other. The first word of an address names the page. */
async function filesAhead(
  pathname: string,
  shell: Frontend,
  remotes: readonly Frontend[],
): Promise<{ ahead?: string[]; early?: string | undefined }> {
  const name = pathname.split('/')[1] ?? '';
  const found = await Promise.all(remotes.map((remote) => remote.findAssets()));
  const assets = found.find((each) => each?.pages !== undefined && Object.hasOwn(each.pages, name));
  if (!assets) return {};
  const shared = assets.sharing?.includes(name) === true ? (await shell.findAssets())?.shared : [];
  return {
    ahead: [
      ...new Set([assets.entry, ...assets.preload, ...assets.css, ...(assets.pages?.[name] ?? []), ...(shared ?? [])]),
    ],
    early: assets.early,
  };
}

/** A remote that is not whole is left out; the shell says so where it would be shown. */
async function entriesOf(remotes: readonly Frontend[]): Promise<Record<string, string>> {
  const found = await Promise.all(
    remotes.map(async (remote) => [remote.name, (await remote.findAssets())?.entry] as const),
  );
  return Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== undefined));
}
