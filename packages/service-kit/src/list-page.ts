import type { ListQuery } from '@inkbear/contracts/list-query';
import { buildPath, type Route } from '@inkbear/contracts/route';
import mongoose, { type Collection, type mongo } from 'mongoose';
import { ProblemError } from './problem.ts';

const { EJSON } = mongoose.mongo.BSON;
type SortValue = string | number | Date;
type PageQuery = Pick<ListQuery, 'limit' | 'cursor' | 'sort'>;

/**
 * Returns one page of a collection, sorted by one field (or path) and then by id, and the cursor of the next page.
 * Needs an index `{ field: 1, _id: 1 }`; every document must have a value in the field. Throws `request.invalid` for a
 * malformed cursor.
 */
export async function listPage<T extends { _id: string }>(
  collection: Collection<T>,
  query: PageQuery,
  filter: mongo.Filter<T> = {},
): Promise<{ rows: mongo.WithId<T>[]; next: string | null }> {
  const { field, order, afterCursor } = readOrder(query);
  const found = await collection
    .find({ $and: [filter, ...afterCursor] } as mongo.Filter<T>)
    .sort({ [field]: order, _id: order })
    .hint({ [field]: 1, _id: 1 })
    .limit(query.limit + 1)
    .toArray();
  return cutPage(found, field, query.limit);
}

/**
 * Like `listPage`, for the output of a pipeline. Each row needs a string `_id` and a value in the field; the first
 * stage must use an index.
 */
export async function aggregatePage<T extends { _id: string }>(
  collection: Collection,
  query: PageQuery,
  pipeline: readonly mongo.Document[],
): Promise<{ rows: T[]; next: string | null }> {
  const { field, order, afterCursor } = readOrder(query);
  const found = await collection
    .aggregate<T>([
      ...pipeline,
      { $match: { $and: [{}, ...afterCursor] } },
      { $sort: { [field]: order, _id: order } },
      { $limit: query.limit + 1 },
    ])
    .toArray();
  return cutPage(found, field, query.limit);
}

/**
 * The `Link` header with the URL of the next page; no header on the last page.
 *
 * @param params of the route's path
 */
export function nextLink(
  route: Pick<Route, 'path'>,
  query: Partial<Record<string, unknown>>,
  next: string | null,
  params: Readonly<Record<string, string>> = {},
): Record<string, string> {
  if (next === null) return {};
  const fields = Object.entries({ ...query, cursor: next })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return { Link: `<${buildPath(route, params)}?${new URLSearchParams(fields).toString()}>; rel="next"` };
}

/** Escapes a text for literal use in a regular expression. */
export const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function readOrder({ cursor, sort }: PageQuery): { field: string; order: 1 | -1; afterCursor: object[] } {
  const field = sort.replace(/^-/, '');
  const isDescending = sort.startsWith('-');
  return {
    field,
    order: isDescending ? -1 : 1,
    afterCursor: cursor === undefined ? [] : [afterCursorFilter(field, isDescending, readCursor(cursor))],
  };
}

function cutPage<T extends { _id: unknown }>(
  found: readonly T[],
  field: string,
  limit: number,
): { rows: T[]; next: string | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows,
    next: found.length > limit && last ? writeCursor(valueAt(last, field) as SortValue, String(last._id)) : null,
  };
}

const valueAt = (row: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], row);

function afterCursorFilter(field: string, isDescending: boolean, [value, id]: [SortValue, string]): object {
  const operator = isDescending ? '$lt' : '$gt';
  return { $or: [{ [field]: { [operator]: value } }, { [field]: value, _id: { [operator]: id } }] };
}

const writeCursor = (value: SortValue, id: string): string =>
  Buffer.from(EJSON.stringify([value, id])).toString('base64url');

/** Cursors come from clients, so only a plain value and an id may reach the query. */
function readCursor(cursor: string): [SortValue, string] {
  const [value, id] = parseCursor(cursor);
  const isValue = typeof value === 'string' || typeof value === 'number' || value instanceof Date;
  if (!isValue || typeof id !== 'string')
    throw new ProblemError('request.invalid', {
      message: 'This page cannot be loaded. Please start again from the first page.',
      errors: [{ path: 'cursor', message: 'is not a valid cursor' }],
    });
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
