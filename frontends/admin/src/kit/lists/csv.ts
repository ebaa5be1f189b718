export type CsvValue = string | number | boolean | null | undefined;
export interface CsvColumn<Row> {
  readonly title: string;
  readonly value: (row: Row) => CsvValue;
}

// A spreadsheet reads a text that starts like this as a formula, quoted or not.
const formula = /^[\s\u0000-\u001f]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r]/;
const needsQuotes = /[",\r\n]|^\s|\s$/;

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Rows as RFC 4180 text. It starts with a byte order mark, without which spreadsheets guess the encoding, and a leading
 * apostrophe keeps spreadsheets from evaluating texts as formulas.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => cell(title)),
    ...rows.map((row) => columns.map(({ value }) => cell(value(row)))),
  ];
  return `\ufeff${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}
