import type { ReactNode } from 'react';
import type { CsvValue } from '../lists/csv.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** The value in the CSV file: plain numbers, times in ISO 8601. A column without this function is not exported. */
  readonly csvValue?: (row: Row) => CsvValue;
  /** The server's sort orders for this column (`name`, `-name`): first press, second press. */
  readonly sorts?: readonly [string, string?];
  /** Long text: uses the whole width of a card on a phone. */
  readonly isLong?: boolean;
  /** Numbers are aligned to the right. */
  readonly isNumber?: boolean;
}
