import { createHash } from 'node:crypto';

export interface Digest {
  readonly documents: number;
  readonly bytes: number;
  /** SHA-256 of all documents as raw BSON, ordered by `_id`. */
  readonly sha256: string;
}

/** Counts and hashes a stream of raw documents. */
export class DocumentDigest {
  readonly #hash = createHash('sha256');
  #documents = 0;
  #bytes = 0;

  add(document: Uint8Array): void {
    this.#hash.update(document);
    this.#documents += 1;
    this.#bytes += document.length;
  }

  get documents(): number {
    return this.#documents;
  }

  /** Ends the digest. */
  finish(): Digest {
    return { documents: this.#documents, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** What differs, as a sentence; null when nothing does. */
export function compareDigests(found: Digest, expected: Digest): string | null {
  if (found.documents !== expected.documents)
    return `has ${found.documents} documents instead of ${expected.documents}`;
  if (found.bytes !== expected.bytes) return `has ${found.bytes} bytes instead of ${expected.bytes}`;
  return found.sha256 === expected.sha256 ? null : 'has another SHA-256 than the manifest';
}
