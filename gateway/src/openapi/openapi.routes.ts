import { createHash } from 'node:crypto';
import { buildOpenApi } from '@inkbear/contracts/openapi';
import { publicRoutes } from '@inkbear/contracts/routes';
import type { RequestHandler } from 'express';
import { encode, encodingFor, type Encoding } from '../web-app/encodings.ts';

/** `GET /api/openapi.json`. The document is built on the first request and cached in each requested encoding. */
export function createOpenApi(publicUrl: string): RequestHandler {
  let document: { plain: Buffer; etag: string } | undefined;
  const encoded = new Map<Encoding, Promise<Buffer>>();
  return async (req, res, next) => {
    if (req.path !== '/api/openapi.json' || (req.method !== 'GET' && req.method !== 'HEAD')) return next();
    res.locals['routeId'] = 'openapi';
    document ??= build(publicUrl);
    const { plain, etag } = document;
    res.set({
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-cache',
      ETag: etag,
      Vary: 'Accept-Encoding',
    });
    if ((req.get('if-none-match') ?? '').includes(etag)) {
      res.status(304).end();
      return;
    }
    const encoding = encodingFor(req);
    if (!encoded.has(encoding)) encoded.set(encoding, encode(plain, encoding, 9));
    const bytes = await encoded.get(encoding);
    if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
    res.setHeader('Content-Length', String(bytes?.length ?? 0));
    res.end(req.method === 'HEAD' ? undefined : bytes);
  };
}

function build(publicUrl: string): { plain: Buffer; etag: string } {
  const plain = Buffer.from(JSON.stringify(buildOpenApi(publicRoutes, publicUrl)));
  return { plain, etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"` };
}
