import { BSON } from 'mongodb';

/** Keeps BSON types that JavaScript would merge, such as Int32, Int64 and Double. */
const lossless = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

/**
 * A document in the form in which the driver writes exactly these bytes. JavaScript moves numeric field names such as
 * `2026` to the front of an object; such documents become Maps, which keep the order.
 */
export function parseRaw(bytes: Uint8Array): BSON.Document | ReadonlyMap<string, unknown> {
  const document = BSON.deserialize(bytes, lossless);
  return Buffer.from(BSON.serialize(document, { ignoreUndefined: false })).equals(bytes) ? document : toMap(bytes);
}

const embeddedDocument = 3;
const array = 4;

function toMap(bytes: Uint8Array): Map<string, unknown> {
  return new Map(
    [...BSON.onDemand.parseToElements(bytes)].map(([type, nameOffset, nameLength, offset, length]) => {
      const name = Buffer.from(bytes.subarray(nameOffset, nameOffset + nameLength)).toString('utf8');
      const value = bytes.subarray(offset, offset + length);
      if (type === embeddedDocument) return [name, toMap(value)];
      if (type === array) return [name, [...toMap(value).values()]];
      return [name, readElement(bytes.subarray(nameOffset - 1, offset + length), name)];
    }),
  );
}

/** The value of one element: type, name and value as bytes. */
function readElement(element: Uint8Array, name: string): unknown {
  const document = Buffer.alloc(element.length + 5);
  document.writeInt32LE(document.length, 0);
  document.set(element, 4);
  return BSON.deserialize(document, lossless)[name];
}
