import { z } from 'zod';

/** The longest page of a list with a cursor; `maxItems` of its reply. */
export const longestPage = 500;

/**
 * The sorts of a list, e.g. `listQuery('-createdAt', 'code')`; a minus is the greatest first, and the first one named
 * is the default.
 */
export const listQuery = <const S extends readonly [string, ...string[]]>(...sorts: S) =>
  z.object({
    limit: z.coerce.number('Please enter a number').int().min(1).max(longestPage).default(50),
    /** From the `Link` of the page before; only with the same `sort` and `q`. */
    cursor: z.string().min(1).max(1000).optional(),
    /** No database pattern can hold a NUL. */
    q: z
      .string()
      .trim()
      .max(200)
      .refine((text) => !text.includes('\0'), 'Please search for plain text')
      .optional(),
    sort: z.enum(sorts).default(sorts[0] as never),
  });
export type ListQuery = z.output<ReturnType<typeof listQuery>>;
