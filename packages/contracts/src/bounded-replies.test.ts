import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { ReplyShape, Route } from './route.ts';
import { routes } from './routes.ts';

type Json = Record<string, unknown>;

/** Paths of arrays in a JSON schema that have no `maxItems`; tuples have a fixed length. */
function unboundedArrays(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((part: unknown, index) => unboundedArrays(part, `${path}/${index}`));
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxItems, prefixItems } = schema as Json;
  const isUnbounded = type === 'array' && maxItems === undefined && prefixItems === undefined;
  return [
    ...(isUnbounded ? [path] : []),
    ...Object.entries(schema).flatMap(([name, part]) => unboundedArrays(part, `${path}/${name}`)),
  ];
}

const jsonReplies = (route: Route): [string, z.ZodType][] =>
  Object.entries<ReplyShape>(route.responses).flatMap(([status, shape]) =>
    'kind' in shape ? [] : [[`${route.id} ${status}`, shape] as [string, z.ZodType]],
  );

describe('replies', () => {
  it('have a maximum length for every array', () => {
    const replies = routes.flatMap(jsonReplies);
    const unbounded = replies.flatMap(([name, shape]) =>
      unboundedArrays(z.toJSONSchema(shape, { io: 'output', unrepresentable: 'any' }), name),
    );
    expect(replies.length).toBeGreaterThan(80);
    expect(unbounded).toEqual([]);
  });

  it('are reported when an array has no maximum length', () => {
    const shape = z.object({ rows: z.array(z.object({ tags: z.array(z.string()).max(3) })) });
    expect(unboundedArrays(z.toJSONSchema(shape), 'x')).toEqual(['x/properties/rows']);
  });
});
