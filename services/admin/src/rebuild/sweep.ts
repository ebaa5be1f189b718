import type { Collection, Connection } from 'mongoose';
import { projectedCollections } from '../projections/index.ts';
import type { ProjectionRow } from '../projections/projection-writer.ts';

/**
 * Removes parts that were not written since the start of the rebuild, and rows without parts. Returns how many parts and
 * rows were removed.
 */
export async function sweepStaleRows(connection: Connection, since: Date): Promise<number> {
  let swept = 0;
  for (const name of projectedCollections) {
    const rows = connection.collection<ProjectionRow>(name);
    for await (const row of rows.find({}).hint({ _id: 1 })) swept += await sweepRow(rows, row, since);
  }
  return swept;
}

async function sweepRow(
  rows: Collection<ProjectionRow>,
  { _id, touched = {}, ...fields }: ProjectionRow,
  since: Date,
): Promise<number> {
  const currentParts = Object.keys(touched).filter((part) => (touched[part] ?? since) >= since);
  if (currentParts.length === 0) return await removeRow(rows, _id, since);
  const staleParts = Object.keys(fields).filter((part) => part !== 'list' && !currentParts.includes(part));
  let removed = 0;
  for (const part of staleParts) removed += await removePart(rows, _id, part, since);
  return removed;
}

/** Removes a row, unless a consumer has written to it meanwhile. */
async function removeRow(rows: Collection<ProjectionRow>, _id: string, since: Date): Promise<number> {
  const times = {
    $map: { input: { $objectToArray: { $ifNull: ['$touched', {}] } }, in: { $lt: ['$$this.v', since] } },
  };
  return (await rows.deleteOne({ _id, $expr: { $allElementsTrue: [times] } })).deletedCount;
}

/** Removes a part, unless a consumer has written it meanwhile. */
async function removePart(rows: Collection<ProjectionRow>, _id: string, part: string, since: Date): Promise<number> {
  const isUntouched = { $or: [{ [`touched.${part}`]: { $lt: since } }, { [`touched.${part}`]: { $exists: false } }] };
  return (await rows.updateOne({ _id, ...isUntouched }, { $unset: { [part]: '', [`touched.${part}`]: '' } } as object))
    .modifiedCount;
}
