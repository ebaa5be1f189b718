import type { ListQuery } from '@inkbear/contracts/list-query';
import type { Route } from '@inkbear/contracts/route';
import mongoose, { type Collection, type mongo } from 'mongoose';
import { ProblemError } from './problem.ts';

const { EJSON } = mongoose.mongo.BSON;
type SortValue = string | number | Date;

/**
 * One page of a collection by one field and then by id, and the cursor of the next page. Needs an index `{ field: 1, _id: 1 }`; every
 * document must have a value in the field. Throws `request.invalid` for a cursor that was not made here.
 */
export async function listPage<T extends { _id: string }>(collection: Collection<T>, { limit, cursor, sort }: Pick<ListQuery, 'limit' | 'cursor' | 'sort'>, filter: mongo.Filter<T> = {}): Promise<{ rows: mongo.WithId<T>[]; next: string | null }> {
  const field = sort.replace(/^-/, '');
  const isDown = sort.startsWith('-');
  const after = cursor === undefined ? [] : [pastCursor(field, isDown, readCursor(cursor))];
  const order = isDown ? -1 : 1;
  const found = await collection.find({ $and: [filter, ...after] } as mongo.Filter<T>).sort({ [field]: order, _id: order }).hint({ [field]: 1, _id: 1 }).limit(limit + 1).toArray();
  const rows = found.slice(0, limit);
  const last = rows.at(-1) as Record<string, unknown> | undefined;
  return { rows, next: found.length > limit && last ? writeCursor(last[field] as SortValue, String(last['_id'])) : null };
}

/** The `Link` header of a page, empty on the last one. */
export function nextLink(route: Pick<Route, 'path'>, query: Partial<Record<string, unknown>>, next: string | null): Record<string, string> {
  if (next === null) return {};
  const words = Object.entries({ ...query, cursor: next }).filter(([, value]) => value !== undefined).map(([name, value]): [string, string] => [name, String(value)]);
  return { Link: `<${route.path}?${new URLSearchParams(words).toString()}>; rel="next"` };
}

/** Text for a regular expression that finds just this text. */
export const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function pastCursor(field: string, isDown: boolean, [value, id]: [SortValue, string]): object {
  const past = isDown ? '$lt' : '$gt';
  return { $or: [{ [field]: { [past]: value } }, { [field]: value, _id: { [past]: id } }] };
}

const writeCursor = (value: SortValue, id: string): string => Buffer.from(EJSON.stringify([value, id])).toString('base64url');

/** A cursor comes back from a client: only a plain value and an id may reach the query. */
function readCursor(cursor: string): [SortValue, string] {
  const [value, id] = parseCursor(cursor);
  const isValue = typeof value === 'string' || typeof value === 'number' || value instanceof Date;
  if (!isValue || typeof id !== 'string') throw new ProblemError('request.invalid', { message: 'This page cannot be read; please begin at the first.', errors: [{ path: 'cursor', message: 'is not a cursor of this list' }] });
  return [value, id];
}

function parseCursor(cursor: string): unknown[] {
  try {
    const parsed: unknown = EJSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parsed) ? parsed : [];
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && error.name.startsWith('BSON'))) return [];
    throw error;
  }
}
