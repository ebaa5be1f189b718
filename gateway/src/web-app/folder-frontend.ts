import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Request, Response } from 'express';
import { codeOf } from '../proxy/proxy-error.ts';
import { encode, encodingFor, type Encoding } from './encodings.ts';
import { cacheControlOf, contentTypeOf, isCompressible } from './file-types.ts';
import { type PrerenderedPages, type Frontend, type FrontendAssets, parseAssets, parsePages } from './frontend.ts';

interface BuildState {
  /** Changes with each build. */
  readonly stamp: string;
  /** File names relative to the folder; only these can be served, so paths cannot escape it. */
  readonly files: ReadonlySet<string>;
  readonly assets: FrontendAssets | null;
  readonly template: string | null;
  readonly pages: PrerenderedPages | null;
  /** Contents of files, by name and encoding. */
  readonly bodies: Map<string, Promise<Buffer>>;
}

const checkIntervalMs = 500;
const minCompressBytes = 1000;
/** Metadata files, which only the gateway reads. */
const metadataFiles = new Set([
  'index.html',
  'public.html',
  'skeleton.html',
  'pages.json',
  'assets.json',
  'mf-stats.json',
]);
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
    if (!state.files.has(file) || metadataFiles.has(file)) return false;
    const encoding = isCompressible(file) ? encodingFor(req) : 'identity';
    const body = await this.#body(state, file, encoding);
    res.set({
      'Content-Type': contentTypeOf(file),
      'Cache-Control': cacheControlOf(file),
      ...(isCompressible(file) ? { Vary: 'Accept-Encoding' } : {}),
      ...(body.encoding === 'identity' ? {} : { 'Content-Encoding': body.encoding }),
      'Content-Length': String(body.bytes.length),
    });
    res.end(req.method === 'HEAD' ? undefined : body.bytes);
    return true;
  }

  close(): void {
    this.#state = emptyState;
  }

  /** The bytes of a file with an encoding, except that small files are not compressed. */
  async #body(state: BuildState, file: string, requested: Encoding): Promise<{ bytes: Buffer; encoding: Encoding }> {
    const plain = await this.#cached(state, file, () => readFile(path.join(this.#folder, file)));
    if (requested === 'identity' || plain.length < minCompressBytes) return { bytes: plain, encoding: 'identity' };
    const suffix = requested === 'br' ? 'br' : 'gz';
    const load = state.files.has(`${file}.${suffix}`)
      ? () => readFile(path.join(this.#folder, `${file}.${suffix}`))
      : () => encode(plain, requested, 9);
    return { bytes: await this.#cached(state, `${file} ${requested}`, load), encoding: requested };
  }

  async #cached(state: BuildState, key: string, load: () => Promise<Buffer>): Promise<Buffer> {
    const cached = state.bodies.get(key);
    if (cached) return await cached;
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

  /** Reads the folder if its build has changed. A missing, incomplete or invalid folder counts as empty. */
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
