export interface ImageSize {
  width: number;
  height: number;
}

const pngSignature = 0x89504e47;
const jpegStart = 0xffd8;

/** Whether a segment of a JPEG file is the header of its picture; three codes of the range are not. */
const isFrame = (marker: number): boolean =>
  marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);

const readJpegSize = (file: DataView): ImageSize | undefined => {
  let at = 2;
  while (at + 9 <= file.byteLength) {
    const marker = file.getUint16(at);
    if (isFrame(marker)) return { width: file.getUint16(at + 7), height: file.getUint16(at + 5) };
    at += 2 + Math.max(2, file.getUint16(at + 2));
  }
  return undefined;
};

/** The pixels of a PNG or JPEG file; undefined for other files. */
export const readImageSize = (bytes: Uint8Array): ImageSize | undefined => {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.byteLength < 24) return undefined;
  if (file.getUint32(0) === pngSignature) return { width: file.getUint32(16), height: file.getUint32(20) };
  return file.getUint16(0) === jpegStart ? readJpegSize(file) : undefined;
};
