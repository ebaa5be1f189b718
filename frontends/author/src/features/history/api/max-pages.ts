/** Pages of 500 revisions each: 20,000 in all, more than a history has after compaction. */
export const maxPages = 40;
