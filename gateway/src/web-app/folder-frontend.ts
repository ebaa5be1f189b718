import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Request, Response } from 'express';
import { codeOf } from '../proxy/proxy-error.ts';
import { encode, encodingFor, type Encoding } from './encodings.ts';
import { cacheControlOf, compresses, contentTypeOf } from './file-types.ts';
import { type PrerenderedPages, type Frontend, type FrontendAssets, parseAssets, parsePages } from './frontend.ts';

interface BuildState {
  readonly stamp: string;
  /** File names relative to the folder; only these can be served, so paths cannot escape it. */
  readonly files: ReadonlySet<string>;
  readonly assets: FrontendAssets | null;
  readonly template: string | null;
  readonly pages: PrerenderedPages | null;
  readonly bodies: Map<string, Promise<Buffer>>;
}

const checkIntervalMs = 500;
const minCompressBytes = 1000;
/** Metadata that only the gateway reads. */
const notServed = new Set(['index.html', 'public.html', 'skeleton.html', 'pages.json', 'assets.json', 'mf-stats.json']);
const emptyState: BuildState = {
  stamp: '',
  files: new Set(),
  assets: null,
  template: null,
  pages: null,
  bodies: new Map(),
};

/**
 * Serves a built frontend from a folder. Detects a new build within half a second. Files are read and compressed once,
 * then cached.
 */
export class FolderFrontend implements Frontend {
  readonly name: string;
  readonly #folder: string;
  #state = emptyState;
  #checkedAt = 0;
  #checking: Promise<void> | null = null;

  constructor(name: string, folder: string) {
    this.name = name;
    this.#folder = path.resolve(folder);
  }

  async findAssets(): Promise<FrontendAssets | null> {
    await this.#checkForNewBuild();
    return this.#state.assets;
  }

  async findTemplate(): Promise<string | null> {
    await this.#checkForNewBuild();
    return this.#state.template;
  }

  async findPages(): Promise<PrerenderedPages | null> {
    await this.#checkForNewBuild();
    return this.#state.pages;
  }

  async serve(req: Request, res: Response, file: string): Promise<boolean> {
    await this.#checkForNewBuild();
    const state = this.#state;
    if (!state.files.has(file) || notServed.has(file)) return false;
    const encoding = compresses(file) ? encodingFor(req) : 'identity';
    const sent = await this.#body(state, file, encoding);
    res.set({
      'Content-Type': contentTypeOf(file),
      'Cache-Control': cacheControlOf(file),
      ...(compresses(file) ? { Vary: 'Accept-Encoding' } : {}),
      ...(sent.encoding === 'identity' ? {} : { 'Content-Encoding': sent.encoding }),
      'Content-Length': String(sent.bytes.length),
    });
    res.end(req.method === 'HEAD' ? undefined : sent.bytes);
    return true;
  }

  close(): void {
    this.#state = emptyState;
  }

  async #body(state: BuildState, file: string, wanted: Encoding): Promise<{ bytes: Buffer; encoding: Encoding }> {
    const plain = await this.#cached(state, file, () => readFile(path.join(this.#folder, file)));
    if (wanted === 'identity' || plain.length < minCompressBytes) return { bytes: plain, encoding: 'identity' };
    const suffix = wanted === 'br' ? 'br' : 'gz';
    const load = state.files.has(`${file}.${suffix}`)
      ? () => readFile(path.join(this.#folder, `${file}.${suffix}`))
      : () => encode(plain, wanted, 9);
    return { bytes: await this.#cached(state, `${file} ${wanted}`, load), encoding: wanted };
  }

  async #cached(state: BuildState, key: string, load: () => Promise<Buffer>): Promise<Buffer> {
    const known = state.bodies.get(key);
    if (known) return await known;
    const loading = load();
    state.bodies.set(key, loading);
    loading.catch(() => state.bodies.delete(key));
    return await loading;
  }

  async #checkForNewBuild(): Promise<void> {
    if (Date.now() - this.#checkedAt < checkIntervalMs) return;
    this.#checking ??= this.#reload().finally(() => {
      this.#checkedAt = Date.now();
      this.#checking = null;
    });
    await this.#checking;
  }

  /** A missing, incomplete or invalid folder counts as empty until it is complete. */
  async #reload(): Promise<void> {
    try {
      const { mtimeMs, size, ino } = await stat(path.join(this.#folder, 'assets.json'));
      const stamp = `${mtimeMs} ${size} ${ino}`;
      if (stamp === this.#state.stamp && this.#state.assets) return;
      const listed = await readdir(this.#folder, { recursive: true, withFileTypes: true });
      const files = new Set(
        listed
          .filter((entry) => entry.isFile())
          .map((entry) =>
            path.relative(this.#folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
          ),
      );
      const assets = parseAssets(this.name, await readFile(path.join(this.#folder, 'assets.json'), 'utf8'));
      const isComplete = assets !== null && files.has(assets.entry.slice(`/mfe/${this.name}/`.length));
      const textOf = async (file: string) =>
        files.has(file) ? await readFile(path.join(this.#folder, file), 'utf8') : null;
      const pages = await textOf('pages.json');
      this.#state = {
        stamp,
        files,
        assets: isComplete ? assets : null,
        template: await textOf('index.html'),
        pages: pages === null ? null : parsePages(pages),
        bodies: new Map(),
      };
    } catch (error) {
      if (codeOf(error) === '') throw error;
      this.#state = emptyState;
    }
  }
}
