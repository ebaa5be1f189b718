import type { SiteConfig } from '@inkbear/contracts/site-config';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Request, RequestHandler, Response } from 'express';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../proxy/proxy-error.ts';
import { pathOf } from '../proxy/api.routes.ts';
import { type ContentPolicy, newNonce } from '../security/security-headers.ts';
import type { EmbeddedReplies } from './embedded-replies.ts';
import { encode, createEncoder, encodingFor } from './encodings.ts';
import { type Frontend, type FrontendAssets, pagePaths } from './frontend.ts';
import { escapeJson, fillPage, inlineScripts, robotsText, siteMap, unavailablePage } from './page.ts';

export interface WebAppOptions {
  readonly shell: Frontend;
  readonly remotes: readonly Frontend[];
  readonly replies: EmbeddedReplies;
  readonly config: SiteConfig;
  readonly policy: ContentPolicy;
  readonly publicUrl: string;
  /** Name of the session cookie. */
  readonly cookieName: string;
}

const isReadRequest = (req: Request): boolean => req.method === 'GET' || req.method === 'HEAD';

/**
 * Serves `/mfe/<frontend>/<file>`, `robots.txt` and `sitemap.xml`. Every other URL that a browser opens gets a page of
 * the shell.
 */
export function createWebApp(options: WebAppOptions): RequestHandler {
  const { shell, remotes } = options;
  const publicUrl = new URL(options.publicUrl).origin;
  const frontends = new Map([shell, ...remotes].map((frontend) => [frontend.name, frontend]));
  return async (req, res, next) => {
    if (!isReadRequest(req) || !req.url.startsWith('/')) return next();
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
  const { template, prerenderedRemote, reads = [] } = await templateFor(pathOf(req), hasSession, shell, remotes);
  const { preloads, skeletonScript } = hasSession && !prerenderedRemote ? await findPreloads(pathOf(req), remotes) : {};
  const page =
    template === null
      ? unavailablePage(nonce)
      : fillPage(template, {
          nonce,
          ...(await describeRemotes(shell, remotes)),
          config,
          publicUrl,
          hasSession,
          prerenderedRemote,
          preloads,
          skeletonScript,
        });
  res.status(template === null ? 503 : 200).set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy({ nonce, scripts: inlineScripts(template ?? '') }),
    'Cache-Control': 'private, no-store',
    Vary: 'Accept-Encoding',
    ...(template === null ? { 'Retry-After': '5' } : {}),
  });
  const [before = '', after] = page.split('{{replies}}');
  if (after === undefined || req.method === 'HEAD') await sendAtOnce(req, res, before);
  else
    await sendInTwoParts(req, res, before, async () => `${escapeJson(await replies.collect(req, res, reads))}${after}`);
}

async function sendAtOnce(req: Request, res: Response, page: string): Promise<void> {
  const encoding = encodingFor(req);
  const bytes = await encode(Buffer.from(page), encoding, 4);
  res.set({
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    'Content-Length': String(bytes.length),
  });
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

/**
 * Sends the first part at once, so that the browser can fetch its resources while the second part is created. `second`
 * must not reject.
 */
async function sendInTwoParts(
  req: Request,
  res: Response,
  first: string,
  second: () => Promise<string>,
): Promise<void> {
  const encoding = encodingFor(req);
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  const encoded = createEncoder(encoding);
  const write = async () => {
    encoded.write(first);
    encoded.flush?.();
    encoded.end(await second());
  };
  try {
    await Promise.all([pipeline(encoded, res), write()]);
  } catch (error) {
    // The client disconnected before the end.
    if (codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

interface Template {
  readonly template: string | null;
  /** The remote of a prerendered page. */
  readonly prerenderedRemote?: FrontendAssets;
  /** API paths that a skeleton page needs first. */
  readonly reads?: readonly string[];
}

/**
 * Chooses the template: the prerendered page if its remote is available; the page's skeleton if there is a session;
 * otherwise the shell's template, which is rendered in the browser.
 */
async function templateFor(
  pathname: string,
  hasSession: boolean,
  shell: Frontend,
  remotes: readonly Frontend[],
): Promise<Template> {
  if (!(await shell.findAssets())) return { template: null };
  const prerendered = await shell.findPages();
  const page = prerendered && Object.hasOwn(prerendered.pages, pathname) ? prerendered.pages[pathname] : undefined;
  const prerenderedRemote =
    page === undefined ? null : await remotes.find(({ name }) => name === prerendered?.remote)?.findAssets();
  if (page !== undefined && prerenderedRemote) return { template: page, prerenderedRemote };
  const skeleton =
    hasSession && prerendered && Object.hasOwn(prerendered.skeletons, pathname)
      ? prerendered.skeletons[pathname]
      : undefined;
  return skeleton ? { template: skeleton.html, reads: skeleton.reads } : { template: await shell.findTemplate() };
}

/**
 * All files that the page of a signed-in user will need. With them the browser can fetch the files in parallel, instead
 * of discovering them one by one.
 */
async function findPreloads(
  pathname: string,
  remotes: readonly Frontend[],
): Promise<{ preloads?: string[]; skeletonScript?: string | undefined }> {
  const allAssets = await Promise.all(remotes.map((remote) => remote.findAssets()));
  for (const assets of allAssets) {
    const path = pagePaths.parse(assets?.manifest).pages.find((page) => matchesPath(page.path, pathname))?.path;
    const files = path === undefined ? undefined : assets?.pages?.[folderOf(path)];
    if (assets && files) {
      const preloads = [...new Set([assets.entry, ...assets.preload, ...assets.css, ...files])];
      return { preloads, skeletonScript: assets.skeletonScript };
    }
  }
  return {};
}

/** Whether an address belongs to a page with a path such as `/book/:id/press`. */
function matchesPath(path: string, pathname: string): boolean {
  const [expected, segments] = [path.split('/'), pathname.split('/')];
  const isMatch = (segment: string, index: number): boolean => segment.startsWith(':') || segment === segments[index];
  return expected.length === segments.length && expected.every(isMatch);
}

/** The folder of a page's module: see `PageModule` in web-kit. */
const folderOf = (path: string): string =>
  path
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith(':'))
    .join('-');

/**
 * The entry and the manifest of each remote. An incomplete remote has no entry, and its manifest is the one that the
 * shell was built with. So the shell knows its pages and shows an error instead of them.
 */
async function describeRemotes(
  shell: Frontend,
  frontends: readonly Frontend[],
): Promise<{ remotes: Record<string, string>; manifests: Record<string, unknown> }> {
  const remotes: Record<string, string> = {};
  const manifests: Record<string, unknown> = { ...(await shell.findPages())?.manifests };
  for (const frontend of frontends) {
    const assets = await frontend.findAssets();
    if (!assets) continue;
    remotes[frontend.name] = assets.entry;
    if (assets.manifest !== undefined) manifests[frontend.name] = assets.manifest;
  }
  return { remotes, manifests };
}
