export type CsvValue = string | number | boolean | null | undefined;
export interface CsvColumn<Row> {
  readonly title: string;
  readonly value: (row: Row) => CsvValue;
}

// A text that begins like this is a formula to a spreadsheet, whatever its quotes.
const formula = /^[\s\u0000-\u001f]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r]/;
const needsQuotes = /[",\r\n]|^\s|\s$/;

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Rows as RFC 4180 text with a byte order mark, without which spreadsheets guess the letters. Texts cannot act as
 * formulas.
 */
export const toCsv = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  `\ufeff${[columns.map(({ title }) => cell(title)), ...rows.map((row) => columns.map(({ value }) => cell(value(row))))].map((line) => line.join(',')).join('\r\n')}\r\n`;
