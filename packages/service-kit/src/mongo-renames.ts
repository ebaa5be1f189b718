import type { Connection } from 'mongoose';

type Names = Readonly<Record<string, string>>;
type Fields = Record<string, unknown>;

/**
 * The fields of a collection that are being renamed.
 *
 * During a rolling upgrade processes of two neighbouring releases use the same rows, and the older one knows only its
 * own names. So a rename takes three releases:
 *
 * 1. This one writes both names and reads the old one, which every running process writes. Its migration copies
 *    (`copyRenamed`) and creates the new indexes.
 * 2. The next one reads the new name and still writes both. Its migration copies again, because the processes before
 *    release 1 may have written only the old name after the first copy.
 * 3. The one after it writes only the new name, and drops the old fields and indexes.
 *
 * If release 1 read the new name, with the old one as a fallback, it would not see what an older process writes to a row
 * that was copied.
 */
export class Renames<N extends Names> {
  readonly #oldNames: N;

  /** @param oldNames the old name of each field, by its new name */
  constructor(oldNames: N) {
    this.#oldNames = oldNames;
  }

  /** The name by which rows are filtered, sorted and updated. */
  storedName<K extends keyof N>(name: K): N[K] {
    return this.#oldNames[name];
  }

  /** The fields of a write, each renamed one under both names. */
  withBothNames<F extends object>(fields: F): F & Fields {
    const written = { ...fields } as F & Fields;
    for (const [name, oldName] of Object.entries(this.#oldNames))
      if (name in fields) (written as Fields)[oldName] = written[name];
    return written;
  }

  /** A stored row with the new names only. */
  read<R extends object>(stored: object): R {
    const row: Fields = { ...stored };
    for (const [name, oldName] of Object.entries(this.#oldNames)) {
      if (oldName in row) row[name] = row[oldName];
      else delete row[name];
      delete row[oldName];
    }
    return row as R;
  }

  /** For an update that computes the old fields: the last stage of its pipeline, which copies them to the new ones. */
  get copyToNewNamesStage(): { $set: Fields } {
    const copied = Object.entries(this.#oldNames).map(([name, oldName]) => [name, `$${oldName}`] as const);
    return { $set: Object.fromEntries(copied) };
  }

  /** Matches rows in which a new field differs from its old one. */
  get isNotCopied(): { $expr: object } {
    const differing = Object.entries(this.#oldNames).map(([name, oldName]) => ({ $ne: [`$${oldName}`, `$${name}`] }));
    return { $expr: { $or: differing } };
  }
}

/** For a migration: copies the old fields of all rows to the new ones. Idempotent. */
export async function copyRenamed<N extends Names>(
  connection: Connection,
  collection: string,
  renames: Renames<N>,
): Promise<void> {
  const pipeline = [renames.copyToNewNamesStage];
  await connection.collection(collection).updateMany(renames.isNotCopied, pipeline, { hint: { _id: 1 } });
}
