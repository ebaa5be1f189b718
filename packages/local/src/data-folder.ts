import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from './start-error.ts';

const markerName = 'inkbear-data.json';

/** Marker file in a data folder; a folder without it is never emptied. */
export interface Marker {
  readonly madeBy: 'inkbear';
  readonly createdAt: string;
  /**
   * Version of the mongod that wrote the database files, e.g. `6.0.5`; another major version may be unable to read
   * them.
   */
  readonly mongodVersion?: string;
  readonly mongodPort?: number;
}

function readMarker(folder: string): Marker | undefined {
  try {
    const marker = JSON.parse(readFileSync(path.join(folder, markerName), 'utf8')) as Partial<Marker>;
    return marker.madeBy === 'inkbear' ? (marker as Marker) : undefined;
  } catch {
    return undefined;
  }
}

/** The folder with everything that one Inkbear stores. */
export class DataFolder {
  readonly path: string;

  private constructor(folder: string) {
    this.path = folder;
  }

  /** Opens or creates the folder. Throws when it contains files that are not Inkbear's. */
  static open(folder: string, now: () => Date = () => new Date()): DataFolder {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const data = new DataFolder(folder);
    if (!readMarker(folder)) {
      if (readdirSync(folder).length > 0) {
        throw new StartError(
          `${folder} is not empty and was not made by Inkbear; set DATA_DIR to an empty or new folder.`,
        );
      }
      data.writeMarker({ madeBy: 'inkbear', createdAt: now().toISOString() });
    }
    data.folder('logs');
    return data;
  }

  get marker(): Marker {
    const marker = readMarker(this.path);
    if (!marker)
      throw new StartError(`${this.path} lost its file ${markerName}; restore it or choose another DATA_DIR.`);
    return marker;
  }

  /** Stores facts for the next start in the marker file. */
  remember(facts: Partial<Pick<Marker, 'mongodVersion' | 'mongodPort'>>): void {
    this.writeMarker({ ...this.marker, ...facts });
  }

  /** Deletes everything except the marker file and the named files. */
  empty(keep: readonly string[] = []): void {
    const { createdAt, madeBy } = this.marker;
    for (const name of readdirSync(this.path)) {
      if (name !== markerName && !keep.includes(name))
        rmSync(path.join(this.path, name), { recursive: true, force: true });
    }
    this.writeMarker({ madeBy, createdAt });
    this.folder('logs');
  }

  /** Path of a file in this folder. */
  file(name: string): string {
    return path.join(this.path, name);
  }

  /** Path of a subfolder, which is created if it is missing. */
  folder(name: string): string {
    const folder = path.join(this.path, name);
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  private writeMarker(marker: Marker): void {
    writeFileSync(path.join(this.path, markerName), `${JSON.stringify(marker, null, 2)}\n`, { mode: 0o600 });
  }
}
