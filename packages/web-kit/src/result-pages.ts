/**
 * Pages of AI results that are read for one text or tool: 100 rows or 4 MB each, newest first. Older ones are rarely
 * looked for.
 */
export const maxResultPages = 3;
