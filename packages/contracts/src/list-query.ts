import { z } from 'zod';

/** Maximum rows of one page of a list. */
export const maxPageRows = 500;

const limit = z.coerce.number('Please enter a number').int().min(1).max(maxPageRows).default(50);
/** From the `Link` header of the previous page; only valid with the same filters. */
const cursor = z.string().min(1).max(1000).optional();

/** The query of a paged list with one order. */
export const pageQuery = z.object({ limit, cursor });

/**
 * The query of a paged list that can be sorted by these fields, e.g. `listQuery('-createdAt', 'code')`. A minus means
 * descending; the first one is the default.
 */
export const listQuery = <const S extends readonly [string, ...string[]]>(...sorts: S) =>
  z.object({
    limit,
    cursor,
    /** Database patterns cannot contain NUL. */
    q: z
      .string()
      .trim()
      .max(200)
      .refine((text) => !text.includes('\0'), 'Please search for plain text')
      .optional(),
    sort: z.enum(sorts).default(sorts[0] as never),
  });
export type ListQuery = z.output<ReturnType<typeof listQuery>>;
