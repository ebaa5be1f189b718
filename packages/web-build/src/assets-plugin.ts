import { buildSync } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import webpack from 'webpack';
import { containerName } from './federation.ts';
import type { Frontend } from './frontends.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** The content of `assets.json`, which tells the gateway the files of a frontend. */
export interface FrontendAssets {
  /** The script that starts the shell, or the remote's entry. */
  entry: string;
  css: string[];
  /** Scripts that the entry requests at once. */
  preload: string[];
  /** Files that a page needs in addition, by the folder of the page; only of a remote. */
  pages?: Record<string, string[]>;
  /**
   * A small script that fills the prerendered skeletons from the embedded replies (`src/fill-skeleton.ts`); only of
   * some remotes.
   */
  skeletonScript?: string;
  /** The remote's `src/manifest.ts`, which the shell registers; only of a remote. */
  manifest?: Manifest;
}

/**
 * Writes `assets.json`, and for the shell three templates that the gateway fills in: `index.html` for pages that are
 * rendered in the browser, `public.html` and `skeleton.html` for prerendered pages (prerender.ts). The theme script is
 * inline, so that it runs before the first paint; the page's CSP allows it by its hash.
 */
export class AssetsPlugin {
  readonly #frontend: Frontend;
  readonly #dev: boolean;
  constructor(frontend: Frontend, dev: boolean) {
    this.#frontend = frontend;
    this.#dev = dev;
  }

  apply(compiler: webpack.Compiler): void {
    compiler.hooks.thisCompilation.tap('AssetsPlugin', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'AssetsPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        async () => {
          const emit: Emit = (file, content) => {
            const source = new webpack.sources.RawSource(content);
            if (compilation.getAsset(file)) compilation.updateAsset(file, source);
            else compilation.emitAsset(file, source);
          };
          const assets =
            this.#frontend.role === 'shell'
              ? this.#shellAssets(compilation, emit)
              : await this.#remoteAssets(compilation, emit);
          emit('assets.json', JSON.stringify(assets));
        },
      );
    });
  }

  get #source(): string {
    return path.join(this.#frontend.folder, 'src');
  }

  #url(file: string): string {
    return `/mfe/${this.#frontend.name}/${file}`;
  }

  /** Emits a file in addition to webpack's, with the hash of its content in its name. */
  #emitHashed(file: string, content: string | Buffer, emit: Emit): string {
    const { name, ext } = path.parse(file);
    const out = this.#dev ? file : `${name}.${createHash('sha256').update(content).digest('hex').slice(0, 8)}${ext}`;
    emit(out, content);
    return this.#url(out);
  }

  /** Bundles a script without webpack's runtime and without shared modules. */
  #bundle(file: string): string {
    const { outputFiles } = buildSync({
      entryPoints: [path.join(this.#source, file)],
      bundle: true,
      minify: true,
      format: 'iife',
      target: 'es2022',
      write: false,
    });
    return outputFiles[0]?.text.trim() ?? '';
  }

  #emitScript(file: string, emit: Emit): string {
    return this.#emitHashed(file.replace(/ts$/, 'js'), this.#bundle(file), emit);
  }

  async #remoteAssets(compilation: webpack.Compilation, emit: Emit): Promise<FrontendAssets> {
    const files = (name: string) => [...(compilation.namedChunks.get(name)?.files ?? [])];
    const entry = files(containerName(this.#frontend.name)).find((file) => file.startsWith('remoteEntry')) ?? '';
    const exposed = [...compilation.chunks]
      .filter((chunk) => chunk.name?.startsWith('__federation_expose_'))
      .flatMap((chunk) => [...chunk.groupsIterable].flatMap((group) => group.getFiles()));
    const unique = [...new Set(exposed)].filter((file) => file !== entry && !file.includes('.hot-update.'));
    const manifest = await readManifest(this.#frontend);
    const slowPage = pageGroups(compilation).find(({ group }) => usesShared(compilation, group, 'antd'));
    if (!this.#dev && slowPage !== undefined)
      throw new Error(
        `The page ${slowPage.name} loads antd before its first paint. Load what uses it on demand (ADR 7).`,
      );
    return {
      entry: this.#url(entry),
      css: unique.filter((file) => file.endsWith('.css')).map((file) => this.#url(file)),
      preload: unique.filter((file) => file.endsWith('.js')).map((file) => this.#url(file)),
      pages: this.#filesByPage(compilation),
      ...(existsSync(path.join(this.#source, 'fill-skeleton.ts'))
        ? { skeletonScript: this.#emitScript('fill-skeleton.ts', emit) }
        : {}),
      ...(manifest === null ? {} : { manifest }),
    };
  }

  #filesByPage(compilation: webpack.Compilation): Record<string, string[]> {
    const found: Record<string, string[]> = {};
    for (const { name, group } of pageGroups(compilation)) {
      const files = group
        .getFiles()
        .filter((file) => !file.includes('.hot-update.'))
        .map((file) => this.#url(file));
      found[name] = [...new Set([...(found[name] ?? []), ...files])];
    }
    return found;
  }

  /** The script that applies the theme before the first paint. */
  #themeBoot(): string {
    const script = this.#bundle('theme-boot.ts');
    // The gateway finds the inline script by its element, and fills in every text in double braces.
    if (/<|\{\{\w+\}\}/.test(script))
      throw new Error('theme-boot.ts cannot be inlined: it contains a < or a placeholder.');
    return script;
  }

  #shellAssets(compilation: webpack.Compilation, emit: Emit): FrontendAssets {
    const files = (compilation.entrypoints.get('main')?.getFiles() ?? []).filter(
      (file) => !file.includes('.hot-update.'),
    );
    const scripts = files.filter((file) => file.endsWith('.js')).map((file) => this.#url(file));
    const css = files.filter((file) => file.endsWith('.css')).map((file) => this.#url(file));
    const icon = readFileSync(path.join(this.#frontend.folder, '../../packages/ui-kit/src/favicon.svg'), 'utf8');
    const fonts = Object.keys(compilation.assets).filter(
      (file) => /(?:inter-latin-wght|fraunces-latin-opsz)-normal\./.test(file) && file.endsWith('woff2'),
    );
    const values: Record<string, string> = {
      themeBoot: `<script>${this.#themeBoot()}</script>`,
      socialCard: this.#emitHashed('social-card.png', readFileSync(path.join(this.#source, 'social-card.png')), emit),
      icon: `<link rel="icon" type="image/svg+xml" href="${this.#emitHashed('favicon.svg', icon, emit)}">`,
      preloads: fonts
        .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${this.#url(file)}">`)
        .join('\n'),
      styles: css.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n'),
    };
    const template = readFileSync(path.join(this.#source, 'index.html'), 'utf8');
    const fill = (own: Record<string, string>) =>
      template.replaceAll(/\{\{(\w+)\}\}/g, (match, key: string) => ({ root: '', ...values, ...own })[key] ?? match);
    const start = [
      ...scripts.map((src) => `<script defer src="${src}"></script>`),
      ...(this.#dev ? [] : ['{{pagePreloads}}']),
    ].join('\n');
    emit('index.html', fill({ head: '<title>Inkbear</title>', body: '', start, replies: '' }));
    if (!this.#dev)
      emit(
        'skeleton.html',
        fill({
          styles:
            '<style nonce="{{nonce}}">{{css}}</style>\n<noscript><style nonce="{{nonce}}">#root{display:none}</style></noscript>',
          root: ' inert',
          start: `{{skeletonScript}}\n${start}`,
          replies: '<script type="application/json" id="inkbear-replies">{{replies}}</script>',
        }),
      );
    if (!this.#dev)
      emit(
        'public.html',
        fill({
          replies: '',
          start: [
            '{{styles}}',
            `<script async src="${this.#emitScript('deferred-hydration.ts', emit)}"></script>`,
            '<script type="application/json" id="inkbear-deferred-hydration">',
            `{"scripts":${JSON.stringify(scripts)},"preload":{{remoteScripts}}}</script>`,
          ].join('\n'),
        }),
      );
    const entry = compilation.entrypoints.get('main');
    if (!this.#dev && entry && usesShared(compilation, entry, 'zod|antd'))
      throw new Error(
        'The entry of the shell uses zod or antd, which are loaded on demand. Split the module that imports it.',
      );
    return { entry: scripts.at(-1) ?? '', css, preload: fonts.map((file) => this.#url(file)) };
  }
}

type Emit = (file: string, content: string | Buffer) => void;

/** `remote.tsx` imports a page as `./pages/<folder>/<name>-page.tsx`: see `PageModule`. */
const pageImport = /^\.\/pages\/([\w-]+)\/[\w-]+-page\.tsx$/;

/** The chunks of each page, by its folder. */
function pageGroups(compilation: webpack.Compilation): { name: string; group: webpack.ChunkGroup }[] {
  return compilation.chunkGroups.flatMap((group) =>
    group.origins.flatMap(({ request }) => {
      const name = pageImport.exec(request ?? '')?.[1];
      return name === undefined ? [] : [{ name, group }];
    }),
  );
}

/** Whether a group of chunks itself uses one of the shared libraries `names` (`a|b`); not what it loads on demand. */
const usesShared = ({ chunkGraph }: webpack.Compilation, group: webpack.ChunkGroup, names: string): boolean =>
  group.chunks.some((chunk) =>
    [...chunkGraph.getChunkModulesIterable(chunk)].some((module) =>
      new RegExp(`^consume-shared-module\\|.*\\|(?:${names})\\|`).test(module.identifier()),
    ),
  );
