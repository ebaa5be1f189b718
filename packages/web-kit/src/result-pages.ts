/** Pages of AI results that are loaded for one text or tool (100 rows or 4 MB each, newest first). */
export const maxResultPages = 3;
