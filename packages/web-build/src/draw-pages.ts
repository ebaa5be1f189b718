import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Configuration } from 'webpack';
import { drawingConfig, drawingFolder } from './drawing-config.ts';
import type { Frontend } from './frontends.ts';

/** The remote whose pages are public. */
const drawn = 'marketing';

interface Remote {
  readonly routes: readonly { readonly path?: string }[];
}

/** What has to be built before pages can be drawn. */
export function drawingConfigs(frontends: readonly Frontend[]): Configuration[] {
  const named = (name: string) => frontends.find((frontend) => frontend.name === name) as Frontend;
  return [drawingConfig(named('shell'), './src/draw-page.tsx'), drawingConfig(named(drawn), './src/remote.tsx')];
}

/**
 * Draws every page of the marketing remote as the shell would and writes them into the shell's folder as `pages.json`, by address. The
 * gateway fills in what only it knows: nonce, remotes, config, `{{styles}}` and `{{late}}` of the remote, `{{publicUrl}}`, `{{session}}`.
 */
export async function drawPages(shell: Frontend): Promise<number> {
  process.env['NODE_ENV'] = 'production';
  const require = createRequire(import.meta.url);
  const { drawPage } = require(path.join(drawingFolder, 'shell.cjs')) as { drawPage: (pathname: string, remote: Remote) => string };
  const { default: remote } = require(path.join(drawingFolder, `${drawn}.cjs`)) as { default: Remote };
  const dist = path.join(shell.folder, 'dist');
  const template = await readFile(path.join(dist, 'drawn.html'), 'utf8');
  const paths = remote.routes.flatMap(({ path: at }) => (at === undefined ? [] : [at]));
  const pages = Object.fromEntries(paths.map((at) => [at, documentOf(template, at, drawPage(at, remote))]));
  await writeFile(path.join(dist, 'pages.json'), JSON.stringify({ remote: drawn, pages }));
  // The gateway looks at this file to see whether a build is new.
  await writeFile(path.join(dist, 'assets.json'), await readFile(path.join(dist, 'assets.json')));
  return paths.length;
}

/** React writes title and description in front of the markup that they belong to. */
function documentOf(template: string, at: string, markup: string): string {
  const [own = ''] = /^(?:<title>[^<]*<\/title>|<meta [^>]*>)*/.exec(markup) ?? [];
  const title = /<title>([^<]*)<\/title>/.exec(own)?.[1];
  const description = /<meta name="description" content="([^"]*)"/.exec(own)?.[1];
  if (title === undefined || description === undefined) throw new Error(`${at} has no title or no description.`);
  const head = [
    own,
    `<link rel="canonical" href="{{publicUrl}}${at}">`,
    ...Object.entries({ title, description, url: `{{publicUrl}}${at}`, type: 'website', site_name: 'Inkbear', locale: 'en_GB' }).map(([name, content]) => `<meta property="og:${name}" content="${content}">`),
  ];
  return template.replace('{{head}}', () => head.join('\n    ')).replace('{{body}}', () => markup.slice(own.length));
}
