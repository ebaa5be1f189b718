/** What the first bytes of a file say. */

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

/** An archive with entries, or an empty one. */
export const isZip = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0x50, 0x4b, 0x05, 0x06]);

export const isPdf = (bytes: Uint8Array): boolean => startsWith(bytes, [0x25, 0x50, 0x44, 0x46]);

/** A document of Word before 2007, or a newer one that is encrypted. */
export const isOle = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

export const isRtf = (bytes: Uint8Array): boolean => startsWith(bytes, [0x7b, 0x5c, 0x72, 0x74, 0x66]);

const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

/** Whether an OLE file contains an encrypted document of a newer version. */
export const isEncryptedOle = (bytes: Uint8Array): boolean =>
  isOle(bytes) && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(encryptedPackage);
