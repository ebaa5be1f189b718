import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OperationError } from '@inkbear/service-kit/operation';
import type { KeyFiles } from './rotation.ts';

/** The keys of a local installation: one private file for each issuer, and `jwks.json`. */
export class KeyFolder {
  readonly #folder: string;

  constructor(folder: string) {
    if (!existsSync(path.join(folder, 'jwks.json'))) throw new OperationError(`There are no keys in ${folder}.`);
    this.#folder = folder;
  }

  read(): KeyFiles {
    const names = readdirSync(this.#folder).filter((name) => name.endsWith('.json'));
    return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(this.#folder, name), 'utf8')]));
  }

  /** Writes each file atomically in the given order; null deletes one. */
  write(changes: Readonly<Record<string, string | null>>): void {
    for (const [name, text] of Object.entries(changes)) {
      const file = path.join(this.#folder, name);
      if (text === null) {
        rmSync(file, { force: true });
        continue;
      }
      writeFileSync(`${file}.new`, text, { mode: 0o600 });
      chmodSync(`${file}.new`, 0o600);
      renameSync(`${file}.new`, file);
    }
  }
}
