import type { ReactNode } from 'react';
import type { CsvValue } from '../lists/csv.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** As it stands in a file: numbers plain, times ISO 8601. Left out, the column is only for the screen. */
  readonly file?: (row: Row) => CsvValue;
  /** The list's sorts by this column: that of the first press, that of the second. */
  readonly sorts?: readonly [string, string?];
  /** Sentences: on a phone they have the whole width. */
  readonly isLong?: boolean;
  /** Numbers stand at the end. */
  readonly isNumber?: boolean;
}
