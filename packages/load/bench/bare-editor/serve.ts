import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';

const html = `<!doctype html><html lang="en"><title>Bare editor</title>
<style>body { margin: 0 } main { height: 100vh; overflow-y: auto } .cm-editor { width: 680px; margin: 0 auto; font-size: 19px } .cm-editor .cm-scroller { overflow: visible; line-height: 1.65; font-family: serif }</style>
<main></main><script type="module" src="/page.js"></script></html>`;

/** Serves the baseline page with this text on the loopback interface. */
export async function serveBareEditor(text: string): Promise<{ url: string; close: () => void }> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'page.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2023',
    logLevel: 'error',
  });
  const files: Readonly<Record<string, readonly [string, string]>> = {
    '/': ['text/html', html],
    '/page.js': ['text/javascript', outputFiles[0]?.text ?? ''],
    '/text': ['text/plain', text],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ''] ?? ['text/plain', ''];
    response.setHeader('Content-Type', `${type}; charset=utf-8`);
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
