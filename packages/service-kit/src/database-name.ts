/** The name of each database of Inkbear begins with this. */
export const databasePrefix = 'inkbear_';

/** Each process has its own database. */
export const databaseName = (process: string): string => `${databasePrefix}${process}`;
