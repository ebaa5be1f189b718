import type { Collection, Connection } from 'mongoose';
import { projectedCollections } from '../projections/index.ts';
import type { KeptRow } from '../projections/kept-parts.ts';

/** Removes every part that was not touched since, and rows without any; answers how many parts and rows went. */
export async function sweep(connection: Connection, since: Date): Promise<number> {
  let swept = 0;
  for (const name of projectedCollections) {
    const rows = connection.collection<KeptRow>(name);
    for await (const row of rows.find({}).hint({ _id: 1 })) swept += await sweepRow(rows, row, since);
  }
  return swept;
}

async function sweepRow(
  rows: Collection<KeptRow>,
  { _id, touched = {}, ...fields }: KeptRow,
  since: Date,
): Promise<number> {
  const kept = Object.keys(touched).filter((part) => (touched[part] ?? since) >= since);
  if (kept.length === 0) return await removeRow(rows, _id, since);
  const unknown = Object.keys(fields).filter((part) => part !== 'list' && !kept.includes(part));
  let removed = 0;
  for (const part of unknown) removed += await removePart(rows, _id, part, since);
  return removed;
}

/** Unless a live consumer has touched it meanwhile. */
async function removeRow(rows: Collection<KeptRow>, _id: string, since: Date): Promise<number> {
  const times = {
    $map: { input: { $objectToArray: { $ifNull: ['$touched', {}] } }, in: { $lt: ['$$this.v', since] } },
  };
  return (await rows.deleteOne({ _id, $expr: { $allElementsTrue: [times] } })).deletedCount;
}

async function removePart(rows: Collection<KeptRow>, _id: string, part: string, since: Date): Promise<number> {
  const isUntouched = { $or: [{ [`touched.${part}`]: { $lt: since } }, { [`touched.${part}`]: { $exists: false } }] };
  return (await rows.updateOne({ _id, ...isUntouched }, { $unset: { [part]: '', [`touched.${part}`]: '' } } as object))
    .modifiedCount;
}
