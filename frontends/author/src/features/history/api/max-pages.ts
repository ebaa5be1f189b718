/** Pages of 500 revisions: 20,000, more than a history keeps after thinning. */
export const maxPages = 40;
