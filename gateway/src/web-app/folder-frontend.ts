import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Request, Response } from 'express';
import { codeOf } from '../error-code.ts';
import { encode, encodingFor, type Encoding } from './encodings.ts';
import { cacheControlOf, compresses, contentTypeOf } from './file-types.ts';
import { type DrawnPages, type Frontend, type FrontendAssets, parseAssets, parsePages } from './frontend.ts';

interface State {
  readonly stamp: string;
  /** Names relative to the folder: nothing else can be asked for. */
  readonly files: ReadonlySet<string>;
  readonly assets: FrontendAssets | null;
  readonly template: string | null;
  readonly pages: DrawnPages | null;
  readonly bodies: Map<string, Promise<Buffer>>;
}

const lookEveryMs = 500;
const leastToCompress = 1000;
/** Read by the gateway alone. */
const notServed = new Set(['index.html', 'drawn.html', 'outline.html', 'pages.json', 'assets.json', 'mf-stats.json']);
const nothing: State = { stamp: '', files: new Set(), assets: null, template: null, pages: null, bodies: new Map() };

/** A built frontend in a folder; a new build is noticed within half a second. Files are read and compressed once. */
export class FolderFrontend implements Frontend {
  readonly name: string;
  readonly #folder: string;
  #state = nothing;
  #lookedAt = 0;
  #looking: Promise<void> | null = null;

  constructor(name: string, folder: string) {
    this.name = name;
    this.#folder = path.resolve(folder);
  }

  async findAssets(): Promise<FrontendAssets | null> {
    await this.#look();
    return this.#state.assets;
  }

  async findTemplate(): Promise<string | null> {
    await this.#look();
    return this.#state.template;
  }

  async findPages(): Promise<DrawnPages | null> {
    await this.#look();
    return this.#state.pages;
  }

  async serve(req: Request, res: Response, file: string): Promise<boolean> {
    await this.#look();
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
    this.#state = nothing;
  }

  async #body(state: State, file: string, wanted: Encoding): Promise<{ bytes: Buffer; encoding: Encoding }> {
    const plain = await this.#kept(state, file, () => readFile(path.join(this.#folder, file)));
    if (wanted === 'identity' || plain.length < leastToCompress) return { bytes: plain, encoding: 'identity' };
    const suffix = wanted === 'br' ? 'br' : 'gz';
    const made = state.files.has(`${file}.${suffix}`)
      ? () => readFile(path.join(this.#folder, `${file}.${suffix}`))
      : () => encode(plain, wanted, 9);
    return { bytes: await this.#kept(state, `${file} ${wanted}`, made), encoding: wanted };
  }

  async #kept(state: State, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = state.bodies.get(key);
    if (known) return await known;
    const made = make();
    state.bodies.set(key, made);
    made.catch(() => state.bodies.delete(key));
    return await made;
  }

  async #look(): Promise<void> {
    if (Date.now() - this.#lookedAt < lookEveryMs) return;
    this.#looking ??= this.#read().finally(() => {
      this.#lookedAt = Date.now();
      this.#looking = null;
    });
    await this.#looking;
  }

  /** A folder that is missing, half written or broken counts as nothing, until it is whole. */
  async #read(): Promise<void> {
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
      const isWhole = assets !== null && files.has(assets.entry.slice(`/mfe/${this.name}/`.length));
      const textOf = async (file: string) =>
        files.has(file) ? await readFile(path.join(this.#folder, file), 'utf8') : null;
      const pages = await textOf('pages.json');
      this.#state = {
        stamp,
        files,
        assets: isWhole ? assets : null,
        template: await textOf('index.html'),
        pages: pages === null ? null : parsePages(pages),
        bodies: new Map(),
      };
    } catch (error) {
      if (codeOf(error) === '') throw error;
      this.#state = nothing;
    }
  }
}
