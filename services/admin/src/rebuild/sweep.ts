import { projectedCollections } from '../projections/index.ts';
import type { ProjectionRepository, ProjectionRow } from '../projections/projection.repository.ts';

/**
 * Removes parts that were not written since the start of the rebuild, and rows without parts. Returns how many parts and
 * rows were removed. What a consumer has written meanwhile stays.
 */
export async function sweepStaleRows(projections: ProjectionRepository, since: Date): Promise<number> {
  let swept = 0;
  for (const collection of projectedCollections) {
    for await (const row of projections.streamRows(collection))
      swept += await sweepRow(projections, collection, row, since);
  }
  return swept;
}

async function sweepRow(
  projections: ProjectionRepository,
  collection: string,
  { _id: id, touched = {}, ...fields }: ProjectionRow,
  since: Date,
): Promise<number> {
  const currentParts = Object.keys(touched).filter((part) => (touched[part] ?? since) >= since);
  if (currentParts.length === 0) return await projections.removeUntouchedRow(collection, id, since);
  const staleParts = Object.keys(fields).filter((part) => part !== 'list' && !currentParts.includes(part));
  let removed = 0;
  for (const part of staleParts) removed += await projections.removeUntouchedPart({ collection, id, part }, since);
  return removed;
}
