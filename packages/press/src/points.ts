/** Points (1/72 inch); the origin of a page is the lower left corner of its trimmed area. */
export type Points = number;
