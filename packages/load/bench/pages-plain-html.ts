import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { root } from '@inkbear/web-build/frontends';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};
const brotli = (bytes: Buffer, quality: number) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** Serves the page at `url` without its scripts, with the gateway's compression. */
export async function servePlainHtml(url: string): Promise<{ url: string; close: () => void }> {
  const [start = '', ...parts] = (await (await fetch(url, { headers: { accept: 'text/html' } })).text()).split(
    '<script',
  );
  const page = [start, ...parts.map((part) => part.split('</script>').slice(1).join('</script>'))]
    .join('')
    .replaceAll(/<link [^<>]*>/g, (tag) => (tag.includes('as="script"') ? '' : tag));
  const html = brotli(Buffer.from(page), 4);
  const files = new Map<string, Promise<Buffer>>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, mfe, name = '', ...file] = pathname.split('/');
    if (mfe !== 'mfe')
      return void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
        .end(html);
    const type = types[path.extname(pathname)] ?? 'application/octet-stream';
    const isText = type === 'text/css' || type === 'image/svg+xml';
    const body =
      files.get(pathname) ??
      readFile(path.join(root, 'frontends', name, 'dist', ...file)).then((bytes) =>
        isText ? brotli(bytes, 9) : bytes,
      );
    files.set(pathname, body);
    body.then(
      (bytes) =>
        response
          .writeHead(200, {
            'content-type': type,
            'cache-control': 'public, max-age=31536000, immutable',
            ...(isText ? { 'content-encoding': 'br' } : {}),
          })
          .end(bytes),
      (error: NodeJS.ErrnoException) => response.writeHead(error.code === 'ENOENT' ? 404 : 500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}
