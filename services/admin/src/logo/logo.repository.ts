import type { ClientSession, Connection, mongo } from 'mongoose';
import type { ImageKind } from './image-kind.ts';

export interface LogoRow {
  _id: string;
  filename: string;
  originalName: string;
  mimetype: string;
  /** Bytes of the uploaded file. */
  size: number;
  kind: ImageKind;
  data: mongo.Binary | Buffer;
  /** A user's id or `admin:<session>`; null once that user is erased. */
  uploadedBy: string | null;
  uploadedAt: Date;
  isActive: boolean;
}

/** Logos of the site. One is active; earlier ones stay available at their own URL. */
export class LogoRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  findActive(session?: ClientSession): Promise<Pick<LogoRow, '_id' | 'filename'> | null> {
    return this.#logos.findOne({ isActive: true }, { projection: { filename: 1 }, ...(session ? { session } : {}) });
  }

  /** The image data, or null. */
  async findImage(filename: string): Promise<Uint8Array | null> {
    const logo = await this.#logos.findOne({ filename }, { projection: { data: 1 }, promoteBuffers: true });
    return logo ? (logo.data as Buffer) : null;
  }

  /** Makes this logo the active one. */
  async replaceActive(logo: LogoRow, session: ClientSession): Promise<void> {
    await this.#logos.updateMany({ isActive: true }, { $set: { isActive: false } }, { session });
    await this.#logos.insertOne(logo, { session });
  }

  /** Removes the uploader's id and file name. The logo itself belongs to the site and stays. */
  async eraseUploader(userId: string): Promise<number> {
    return (await this.#logos.updateMany({ uploadedBy: userId }, { $set: { uploadedBy: null, originalName: '' } }))
      .modifiedCount;
  }

  get #logos() {
    return this.#connection.collection<LogoRow>('site_logos');
  }
}
