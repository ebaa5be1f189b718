import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { transform } from 'esbuild';
import type { Configuration } from 'webpack';
import type { FrontendAssets } from './assets-plugin.ts';
import type { Frontend } from './frontends.ts';
import { type Manifest, readManifests } from './manifest.ts';
import { prerenderConfig, type PrerenderEntry, scriptOf, stylesOf } from './prerender-config.ts';
import { publicDocument, skeletonDocument } from './prerendered-document.ts';

/** The remote whose pages are public. */
const publicRemote = 'marketing';

interface Remote {
  readonly routes: readonly { readonly path: string }[];
}
/** The exports of the shell's `src/prerender.tsx`. */
interface Prerenderer {
  registerManifests(manifests: Record<string, Manifest>): void;
  prerenderPage(pathname: string, remote: Remote): Promise<string>;
  prerenderSkeleton(pathname: string, content: unknown): Promise<string>;
}

function entriesOf(frontends: readonly Frontend[]) {
  const named = (name: string) => frontends.find((frontend) => frontend.name === name) as Frontend;
  return {
    prerenderer: { frontend: named('shell'), entry: 'prerender' },
    pages: { frontend: named(publicRemote), entry: 'remote' },
    skeletons: frontends
      .filter(({ folder }) => existsSync(path.join(folder, 'src/skeletons.tsx')))
      .map((frontend): PrerenderEntry => ({ frontend, entry: 'skeletons' })),
  };
}

/** The bundles that must be built before pages can be prerendered. */
export function prerenderConfigs(frontends: readonly Frontend[]): Configuration[] {
  const { prerenderer, pages, skeletons } = entriesOf(frontends);
  return [prerenderer, pages, ...skeletons].map(prerenderConfig);
}

/**
 * Renders every page of the public remote inside the shell, and the skeletons of the remotes' pages for signed-in
 * users, and writes them as templates into the shell's `pages.json`, by path. The gateway fills in the placeholders
 * whose values only it knows (`fillPage` in the gateway). Returns the number of pages.
 */
export async function prerender(frontends: readonly Frontend[]): Promise<number> {
  process.env['NODE_ENV'] = 'production';
  const entries = entriesOf(frontends);
  const manifests = await readManifests(frontends);
  const load = createRequire(import.meta.url);
  const prerenderer = load(scriptOf(entries.prerenderer)) as Prerenderer;
  prerenderer.registerManifests(manifests);
  const { default: remote } = load(scriptOf(entries.pages)) as { default: Remote };
  const dist = path.join(entries.prerenderer.frontend.folder, 'dist');
  const template = await readFile(path.join(dist, 'public.html'), 'utf8');
  const pages: Record<string, string> = {};
  for (const { path: pathname } of remote.routes)
    pages[pathname] = publicDocument(template, pathname, await prerenderer.prerenderPage(pathname, remote));
  const skeletons: Record<string, { html: string; reads: readonly string[] }> = {};
  for (const entry of entries.skeletons)
    Object.assign(
      skeletons,
      await renderSkeletons(entry, { prerenderer, dist, manifest: manifests[entry.frontend.name] }),
    );
  await writeFile(path.join(dist, 'pages.json'), JSON.stringify({ remote: publicRemote, pages, skeletons, manifests }));
  // The gateway reloads the build when this file changes.
  await writeFile(path.join(dist, 'assets.json'), await readFile(path.join(dist, 'assets.json')));
  return Object.keys(pages).length + Object.keys(skeletons).length;
}

async function renderSkeletons(
  entry: PrerenderEntry,
  { prerenderer, dist, manifest }: { prerenderer: Prerenderer; dist: string; manifest: Manifest | undefined },
): Promise<Record<string, { html: string; reads: readonly string[] }>> {
  const skeletonStyles = await transform(await readFile(stylesOf(entry), 'utf8'), { loader: 'css', minify: true });
  const css = `${await shellStyles(dist)}${skeletonStyles.code}`;
  const template = await readFile(path.join(dist, 'skeleton.html'), 'utf8');
  const { default: skeletons } = createRequire(import.meta.url)(scriptOf(entry)) as {
    default: Record<string, unknown>;
  };
  const rendered: Record<string, { html: string; reads: readonly string[] }> = {};
  for (const [pathname, content] of Object.entries(skeletons)) {
    const markup = await prerenderer.prerenderSkeleton(pathname, content);
    const reads = manifest?.pages.find((page) => page.path === pathname)?.reads ?? [];
    rendered[pathname] = { html: skeletonDocument(template, pathname, { markup, css }), reads };
  }
  return rendered;
}

async function shellStyles(dist: string): Promise<string> {
  const { css } = JSON.parse(await readFile(path.join(dist, 'assets.json'), 'utf8')) as FrontendAssets;
  return (await Promise.all(css.map((href) => readFile(path.join(dist, path.basename(href)), 'utf8')))).join('');
}
