import type { SiteConfig } from '@inkbear/contracts/site-config';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Request, RequestHandler, Response } from 'express';
import { pathOf } from '../proxy/api.routes.ts';
import { type ContentPolicy, newNonce } from '../security/security-headers.ts';
import { encode, encodingFor } from './encodings.ts';
import type { Frontend } from './frontend.ts';
import { fillPage, unavailablePage } from './page.ts';

export interface WebAppOptions {
  readonly shell: Frontend;
  readonly remotes: readonly Frontend[];
  readonly config: SiteConfig;
  readonly policy: ContentPolicy;
}

/** Asked for by name at the root, without a page that links to them. */
const rootFiles: Readonly<Record<string, string>> = { '/favicon.ico': 'favicon.ico', '/robots.txt': 'robots.txt' };
const isReading = (req: Request): boolean => req.method === 'GET' || req.method === 'HEAD';

/** `/mfe/<frontend>/<file>`, and for every other address that a browser opens the shell's page. */
export function createWebApp({ shell, remotes, config, policy }: WebAppOptions): RequestHandler {
  const frontends = new Map([shell, ...remotes].map((frontend) => [frontend.name, frontend]));
  return async (req, res, next) => {
    if (!isReading(req) || !req.url.startsWith('/')) return next();
    const pathname = pathOf(req);
    const rootFile = rootFiles[pathname];
    if (rootFile !== undefined) {
      res.locals['routeId'] = rootFile;
      if (!(await shell.serve(req, res, rootFile))) throw new ProblemError('request.not_found');
    } else if (pathname.startsWith('/mfe/')) {
      res.locals['routeId'] = 'asset';
      const [, , name = '', ...file] = pathname.split('/');
      if (!(await frontends.get(name)?.serve(req, res, file.join('/')))) throw new ProblemError('request.not_found');
    } else if (isPage(req, pathname)) {
      res.locals['routeId'] = 'page';
      await sendPage(req, res, { shell, remotes, config, policy });
    } else next();
  };
}

const isPage = (req: Request, pathname: string): boolean => !/^\/(?:api|internal)(?:\/|$)/.test(pathname) && req.accepts('html') !== false;

async function sendPage(req: Request, res: Response, { shell, remotes, config, policy }: WebAppOptions): Promise<void> {
  const nonce = newNonce();
  const template = (await shell.findAssets()) ? await shell.findTemplate() : null;
  const page = template === null ? unavailablePage(nonce) : fillPage(template, { nonce, remotes: await entriesOf(remotes), config });
  const plain = Buffer.from(page);
  const encoding = encodingFor(req);
  const bytes = await encode(plain, encoding, 4);
  res.status(template === null ? 503 : 200).set({
    'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy(nonce), 'Cache-Control': 'private, no-store', Vary: 'Accept-Encoding',
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }), ...(template === null ? { 'Retry-After': '5' } : {}), 'Content-Length': String(bytes.length),
  });
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

/** A remote that is not whole is left out; the shell says so where it would be shown. */
async function entriesOf(remotes: readonly Frontend[]): Promise<Record<string, string>> {
  const found = await Promise.all(remotes.map(async (remote) => [remote.name, (await remote.findAssets())?.entry] as const));
  return Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== undefined));
}
