import type { ClientSession, Connection, mongo } from 'mongoose';
import type { PictureKind } from './picture-kind.ts';

export interface LogoRow {
  _id: string;
  filename: string;
  originalName: string;
  mimetype: string;
  /** Bytes as sent. */
  size: number;
  kind: PictureKind;
  data: mongo.Binary | Buffer;
  /** A user's id or `admin:<session>`; null once that user is erased. */
  uploadedBy: string | null;
  uploadedAt: Date;
  isActive: boolean;
}

/** Logos of the site; one is active, the others stay readable at their own address. */
export class LogoRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  findActive(session?: ClientSession): Promise<Pick<LogoRow, '_id' | 'filename'> | null> {
    return this.#logos.findOne({ isActive: true }, { projection: { filename: 1 }, ...(session ? { session } : {}) });
  }

  /** The bytes of a logo's picture, or null. */
  async findPicture(filename: string): Promise<Uint8Array | null> {
    const logo = await this.#logos.findOne({ filename }, { projection: { data: 1 }, promoteBuffers: true });
    return logo ? (logo.data as Buffer) : null;
  }

  /** Puts a logo in the place of the active one. */
  async replaceActive(logo: LogoRow, session: ClientSession): Promise<void> {
    await this.#logos.updateMany({ isActive: true }, { $set: { isActive: false } }, { session });
    await this.#logos.insertOne(logo, { session });
  }

  /** Who sent a logo is forgotten with the account; the logo is the site's. */
  async forgetUploader(userId: string): Promise<number> {
    return (await this.#logos.updateMany({ uploadedBy: userId }, { $set: { uploadedBy: null, originalName: '' } }))
      .modifiedCount;
  }

  get #logos() {
    return this.#connection.collection<LogoRow>('site_logos');
  }
}
