export interface Difference {
  readonly name: string;
  /** Undefined where the field was added or removed. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The changed fields of an action. Values without fields are compared as a whole. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  if (!isRecord(before) && !isRecord(after))
    return onlyChanged([{ name: 'value', before: textOf(before ?? undefined), after: textOf(after ?? undefined) }]);
  const fieldsBefore = isRecord(before) ? before : {};
  const fieldsAfter = isRecord(after) ? after : {};
  const names = [...new Set([...Object.keys(fieldsBefore), ...Object.keys(fieldsAfter)])];
  return onlyChanged(
    names.map((name) => ({ name, before: textOf(fieldsBefore[name]), after: textOf(fieldsAfter[name]) })),
  );
}

const onlyChanged = (differences: Difference[]): Difference[] =>
  differences.filter(({ before, after }) => before !== after);

/** All changes in one line, for the table and the CSV file. */
export const differencesText = (before: unknown, after: unknown): string =>
  differencesOf(before, after)
    .map((each) => `${each.name}: ${each.before ?? '–'} → ${each.after ?? '–'}`)
    .join('; ');
