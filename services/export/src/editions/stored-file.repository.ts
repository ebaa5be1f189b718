import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoredBytes } from '@inkbear/service-kit/byte-quota';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { type ClientSession, type Connection, mongo } from 'mongoose';

/**
 * What a stored file is: a file of an edition, the frozen book of one, a cover, or of an import the uploaded file, its text
 * (UTF-16, little-endian) and its comments (JSON).
 */
export type StoredKind = 'file' | 'frozen' | 'cover' | 'import' | 'import-text' | 'import-comments';

interface StoredFileRow {
  _id: string;
  length: number;
  metadata: { userId: string };
}

/** A stored file that nothing refers to. It is deleted when it is due. */
interface UnreferencedRow {
  _id: string;
  userId: string;
  dueAt: Date;
}

const chunkBytes = 1024 * 1024;
/** A file that is not referred to after this time was left by a process that died. */
const uploadMs = 3_600_000;
/** Until a piece that was on its way when an upload failed is written, or never will be. */
const lastPieceMs = 60_000;
const filesPerDeletion = 100;

/**
 * Files in GridFS. Writing one is not a transaction, so a row first says that nothing refers to it. The transaction
 * that stores its id removes this row, and the transaction that removes its id inserts one again. So a crash leaves no
 * file that is never deleted.
 */
export class StoredFileRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Stores a file; the caller then refers to it with `addReference`. */
  async insert(
    { id, userId, kind }: { id: string; userId: string; kind: StoredKind },
    content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void> {
    await this.#unreferenced.insertOne({ _id: id, userId, dueAt: new Date(Date.now() + uploadMs) });
    const options = { metadata: { userId, kind }, chunkSizeBytes: chunkBytes };
    await pipeline(Readable.from(content), this.#bucket.openUploadStreamWithId(toId(id), kind, options));
  }

  /** Lets a file that was not stored to its end be deleted soon. */
  async discard(id: string): Promise<void> {
    await this.#unreferenced.updateOne({ _id: id }, { $set: { dueAt: new Date(Date.now() + lastPieceMs) } });
  }

  /** Marks a stored file as used. Throws when it was deleted because nothing referred to it for too long. */
  async addReference(id: string, session: ClientSession): Promise<void> {
    const { deletedCount } = await this.#unreferenced.deleteOne({ _id: id }, { session });
    if (deletedCount !== 1) throw new Error('The stored file was deleted before anything referred to it.');
  }

  /** Marks files as unused, so that they are deleted. */
  async removeReference(ids: readonly string[], userId: string, session: ClientSession): Promise<void> {
    if (ids.length === 0) return;
    const rows = ids.map((_id) => ({ _id, userId, dueAt: new Date() }));
    await this.#unreferenced.insertMany(rows, { session });
  }

  /** The content in pieces. Throws when there is no such file. */
  open(id: string): AsyncIterable<Uint8Array> {
    return this.#bucket.openDownloadStream(toId(id));
  }

  async read(id: string): Promise<Uint8Array<ArrayBuffer>> {
    return await collect(this.open(id));
  }

  /** The bytes from position `from` to `to`, of which the latter is not included. */
  async readRange(id: string, { from, to }: { from: number; to: number }): Promise<Uint8Array<ArrayBuffer>> {
    if (from >= to) return new Uint8Array();
    return await collect(this.#bucket.openDownloadStream(toId(id), { start: from, end: to }));
  }

  /**
   * Deletes a file unless something refers to it. Waits for a transaction that is adding a reference: it has
   * removed the row that is updated here. (An update that changes no value would not wait.) False when the file is in
   * use, or was deleted before.
   */
  async deleteUnreferenced(id: string): Promise<boolean> {
    const row = await this.#unreferenced.findOneAndUpdate({ _id: id }, { $set: { dueAt: new Date() } });
    if (row) await this.delete([id]);
    return row !== null;
  }

  /** Deletes files that nothing refers to, with what a crash left of them. */
  async delete(ids: readonly string[]): Promise<void> {
    const all = [...ids];
    await this.#chunks.deleteMany({ files_id: { $in: all } });
    await this.#files.deleteMany({ _id: { $in: all } });
    await this.#unreferenced.deleteMany({ _id: { $in: all } });
  }

  /** Ids of files that are due to be deleted, longest overdue first. */
  async listDue(now: Date, limit: number): Promise<string[]> {
    const rows = await this.#unreferenced
      .find({ dueAt: { $lte: now } })
      .sort({ dueAt: 1 })
      .limit(limit)
      .toArray();
    return rows.map(({ _id }) => _id);
  }

  /** Bytes of a user's files. A covered query. */
  async measure(userId: string): Promise<StoredBytes> {
    const [sum] = await this.#files
      .aggregate<{ bytes: number }>(
        [{ $match: { 'metadata.userId': userId } }, { $group: { _id: null, bytes: { $sum: '$length' } } }],
        { hint: 'storage' },
      )
      .toArray();
    return { counted: sum?.bytes ?? 0, deleted: 0 };
  }

  /** Deletes some files of an erased user. Returns how many, so that the caller continues until none is left. */
  async eraseSome(userId: string, limit: number): Promise<number> {
    const rows = await this.#files
      .find({ 'metadata.userId': userId }, { projection: { _id: 1 } })
      .limit(filesPerDeletion)
      .toArray();
    await this.delete(rows.map(({ _id }) => _id));
    return rows.length > 0 ? limit : 0;
  }

  /** Deletes what an erased user's interrupted uploads have left. */
  async eraseUnreferenced(userId: string, limit: number): Promise<number> {
    const rows = await this.#unreferenced.find({ userId }).limit(filesPerDeletion).toArray();
    await this.delete(rows.map(({ _id }) => _id));
    const erased = await deleteUpTo(this.#unreferenced, { userId }, limit);
    return rows.length > 0 ? limit : erased;
  }

  get #bucket() {
    const { db } = this.#connection;
    if (!db) throw new Error('The database is not connected.');
    return new mongo.GridFSBucket(db, { bucketName: 'files' });
  }

  get #files() {
    return this.#connection.collection<StoredFileRow>('files.files');
  }

  get #chunks() {
    return this.#connection.collection<{ files_id: string }>('files.chunks');
  }

  get #unreferenced() {
    return this.#connection.collection<UnreferencedRow>('unreferenced_files');
  }
}

async function collect(content: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

/** GridFS accepts ids of any type, but its types name only the standard one. */
const toId = (id: string) => id as unknown as mongo.ObjectId;
