import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { transform } from 'esbuild';
import type { Configuration } from 'webpack';
import type { FrontendAssets } from './assets-plugin.ts';
import { type Drawing, drawingConfig, scriptOf, stylesOf } from './drawing-config.ts';
import { documentOf, outlineOf } from './drawn-document.ts';
import type { Frontend } from './frontends.ts';

/** The remote whose pages are public. */
const drawn = 'marketing';

interface Remote {
  readonly routes: readonly { readonly path?: string }[];
}
interface Outline {
  readonly content: unknown;
  readonly reads: readonly { readonly path: string }[];
}
interface Pencil {
  drawPage(pathname: string, remote: Remote): string;
  drawOutline(pathname: string, outline: unknown): string;
}

const drawingsOf = (frontends: readonly Frontend[]) => {
  const named = (name: string) => frontends.find((frontend) => frontend.name === name) as Frontend;
  return {
    pencil: { frontend: named('shell'), entry: 'draw-page' },
    pages: { frontend: named(drawn), entry: 'remote' },
    outlines: frontends
      .filter(({ folder }) => existsSync(path.join(folder, 'src/outlines.tsx')))
      .map((frontend): Drawing => ({ frontend, entry: 'outlines' })),
  };
};

/** What has to be built before pages can be drawn. */
export function drawingConfigs(frontends: readonly Frontend[]): Configuration[] {
  const { pencil, pages, outlines } = drawingsOf(frontends);
  return [pencil, pages, ...outlines].map(drawingConfig);
}

/**
 * Draws every page of the marketing remote as the shell would, and the outlines that remotes have for signed-in people,
 * and writes them into the shell's folder as `pages.json`, by address. The gateway fills in what only it knows: nonce,
 * remotes, config, `{{styles}}` and
 * `{{late}}` of the remote, `{{ahead}}`, `{{early}}`, `{{publicUrl}}`, `{{session}}`, `{{replies}}`.
 */
export async function drawPages(frontends: readonly Frontend[]): Promise<number> {
  process.env['NODE_ENV'] = 'production';
  const drawings = drawingsOf(frontends);
  const load = createRequire(import.meta.url);
  const pencil = load(scriptOf(drawings.pencil)) as Pencil;
  const { default: remote } = load(scriptOf(drawings.pages)) as { default: Remote };
  const dist = path.join(drawings.pencil.frontend.folder, 'dist');
  const template = await readFile(path.join(dist, 'drawn.html'), 'utf8');
  const paths = remote.routes.flatMap(({ path: at }) => (at === undefined ? [] : [at]));
  const pages = Object.fromEntries(paths.map((at) => [at, documentOf(template, at, pencil.drawPage(at, remote))]));
  const outlines: Record<string, { html: string; reads: string[] }> = {};
  for (const drawing of drawings.outlines) {
    const css = `${await shellStyles(dist)}${(await transform(await readFile(stylesOf(drawing), 'utf8'), { loader: 'css', minify: true })).code}`;
    const outlineTemplate = await readFile(path.join(dist, 'outline.html'), 'utf8');
    const { default: own } = load(scriptOf(drawing)) as { default: Record<string, Outline> };
    for (const [at, { content, reads }] of Object.entries(own))
      outlines[at] = {
        html: outlineOf(outlineTemplate, at, pencil.drawOutline(at, content), css),
        reads: reads.map(({ path: read }) => read),
      };
  }
  await writeFile(path.join(dist, 'pages.json'), JSON.stringify({ remote: drawn, pages, outlines }));
  // The gateway looks at this file to see whether a build is new.
  await writeFile(path.join(dist, 'assets.json'), await readFile(path.join(dist, 'assets.json')));
  return paths.length + Object.keys(outlines).length;
}

async function shellStyles(dist: string): Promise<string> {
  const { css } = JSON.parse(await readFile(path.join(dist, 'assets.json'), 'utf8')) as FrontendAssets;
  return (await Promise.all(css.map((href) => readFile(path.join(dist, path.basename(href)), 'utf8')))).join('');
}
